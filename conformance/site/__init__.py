"""The report as a static website. It is made from results, and shows the evidence for every cell of the matrix."""
