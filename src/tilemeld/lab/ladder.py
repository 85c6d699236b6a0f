"""The ladder as a picture: one bar for each player with its win share, interval, score and rating.

A hand-made SVG, so that no drawing library is needed: it scales, prints, and reads on light and dark pages.
"""

from html import escape

from .arena import Line, Standings

WIDTH, ROW, TOP, LEFT, BAR = 720, 44, 64, 150, 340
_STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#1a1a1a}.dim{fill:#5f5a50;font-size:12px}"
    ".head{font-weight:bold;font-size:16px}.bar{fill:#1746a2}.first{fill:#b85400}"
    ".rail{fill:#e9e0c9}.whisker{stroke:#1a1a1a;stroke-width:2}.fair{stroke:#5f5a50;stroke-dasharray:4 4}"
)


def draw_ladder(standings: Standings) -> str:
    """Return the picture as the text of an SVG file, the best player on top."""
    lines = standings.ranked
    height = TOP + ROW * len(lines) + 40
    fair = LEFT + BAR / len(lines)
    title = f"{standings.profile}: {standings.games} games, {standings.deals} mirrored deals"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-labelledby="title"><title id="title">{escape(_in_words(standings))}</title>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#f4ecd8"/>',
        f'<text class="head" x="20" y="30">{escape(title)}</text>',
        '<text class="dim" x="20" y="48">share of games won with 95 % interval, mean score, rating</text>',
        *(_row(line, place) for place, line in enumerate(lines)),
        f'<line class="fair" x1="{fair:.1f}" x2="{fair:.1f}" y1="{TOP}" y2="{height - 36}"/>',
        f'<text class="dim" x="{fair:.1f}" y="{height - 20}" text-anchor="middle">equal share</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _row(line: Line, place: int) -> str:
    top = TOP + ROW * place + 8
    middle = top + 14
    share = LEFT + BAR * line.wins.mean
    low, high = (LEFT + BAR * min(1.0, max(0.0, end)) for end in (line.wins.low, line.wins.high))
    kind = "bar first" if place == 0 else "bar"
    figures = f"{100 * line.wins.mean:.1f} %  {line.score.mean:+.1f}  ({line.rating:.1f})"
    return (
        f'<text x="20" y="{middle + 5}">{escape(line.name)}</text>'
        f'<rect class="rail" x="{LEFT}" y="{top}" width="{BAR}" height="28" rx="4"/>'
        f'<rect class="{kind}" x="{LEFT}" y="{top}" width="{share - LEFT:.1f}" height="28" rx="4"/>'
        f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}"/>'
        f'<text x="{LEFT + BAR + 16}" y="{middle + 5}">{figures}</text>'
    )


def _in_words(standings: Standings) -> str:
    shares = ", ".join(f"{line.name} {100 * line.wins.mean:.1f} %" for line in standings.ranked)
    return f"Share of games won: {shares}"
