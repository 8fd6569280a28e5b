"""The report that people read: a static site, made of results, with the evidence behind every cell."""
