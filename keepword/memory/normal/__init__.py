"""Normal forms of what people say: times of day, languages, addresses, phone numbers, channels, names."""
