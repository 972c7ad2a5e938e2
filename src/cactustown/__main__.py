"""`python -m cactustown`."""

from cactustown.cli.app import main

main()
