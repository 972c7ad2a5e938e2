.PHONY: all
