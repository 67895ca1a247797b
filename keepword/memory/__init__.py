"""The thread's memory, the person's memory, the written rules for what crosses between them, and the stores."""
