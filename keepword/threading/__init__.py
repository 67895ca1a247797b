"""What a mail says, whether it gets an answer, who wrote it and which thread it belongs to: plain functions over values."""
