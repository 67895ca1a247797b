"""What crosses from a thread's memory into a person's, and the records that are distilled on the way."""
