"""One repository per subject; a unit of work holds them all."""
