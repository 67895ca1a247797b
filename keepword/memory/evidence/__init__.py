"""Whether a quote is evidence: found in that mail, said by whom, stated outright."""
