"""HTML as its reader sees it: text and lines, without what is hidden."""
