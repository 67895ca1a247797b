"""Keepword answers a support mailbox, remembers people, and keeps its word.

    errors      what can go wrong, whose fault it is, whether to try again
    threading/  pure: what a mail says, whether to answer it, whose it is, where it belongs
    memory/     the thread's memory and the person's, the rules between them, the stores
    config/     the operator's settings: read, checked, all faults at once
    agent/      the conductor (handle), what the model sees (brief) and may say (guard),
                the edges (mail/, models/, knowledge), the daemon and the commands
    testing     doubles for all ports, for your tests and ours

Imports point one way: agent → config → memory → threading → errors.
"""

__version__ = "0.1.0"
