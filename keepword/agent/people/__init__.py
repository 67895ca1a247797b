"""What an operator does with one person's data: merge, forget, export, keep for so long."""
