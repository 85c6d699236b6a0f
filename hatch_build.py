"""Build hook: compiles the solver's kernel; without a C compiler the plain Python twin does its work."""
