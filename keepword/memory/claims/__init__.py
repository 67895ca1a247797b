"""Figures in a text: money, percentages, times, quantities, numbers, links, in seven languages."""
