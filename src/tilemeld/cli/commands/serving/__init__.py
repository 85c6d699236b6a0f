"""Commands of those who run a server: serving, working for servers, looking after what is stored."""
