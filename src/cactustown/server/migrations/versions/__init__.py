"""The revisions, oldest first. A released one is never edited; a change is a new one."""
