"""What may go out: every figure and undertaking of a draft must rest on something that is not the model's word."""
