"""What a model sees of one mail, part by part within its budget."""
