"""The seven languages of a mail: which one it is, its stems, phrases of several words."""
