"""The survey of other people's recordings. It keeps only facts about them, never their bytes."""
