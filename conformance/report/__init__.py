"""Reports: results to a matrix, and the matrix to text for people and for machines."""
