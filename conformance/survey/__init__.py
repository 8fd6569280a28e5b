"""The survey of recordings that other people published. It keeps only facts about recordings, never their bytes."""
