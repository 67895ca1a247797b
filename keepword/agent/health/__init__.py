"""What an operator has to know: health, metrics, alerts."""
