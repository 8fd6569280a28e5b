"""Survey of other people's recordings: only facts are kept, never their bytes."""
