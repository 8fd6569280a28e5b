"""Reports: a matrix of results, and its forms for people and for machines."""
