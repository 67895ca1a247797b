"""The form of a mail (RFC 5322, RFC 2045 to 2047, RFC 2231): headers, parts, character sets, dates."""
