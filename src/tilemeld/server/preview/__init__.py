"""Previews of links: what a chat shows of a link before anybody opens it (Open Graph)."""
