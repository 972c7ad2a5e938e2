"""Every known way to stall, flood, fill or cheat a server; see `tests.drills.attack`."""
