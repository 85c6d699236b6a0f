"""The live table over WebSockets: protocol, connections, subscriptions, presence."""
