"""Bounces and delivery status (RFC 3464, RFC 3463), with and without a machine-readable part."""
