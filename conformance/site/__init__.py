"""The report for people: a static site that is made from results, with the evidence for every cell."""
