"""The style sheet of the page, light and dark by what the reader's system prefers."""

from __future__ import annotations

from typing import Final

__all__ = ["STYLE"]

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #22201d; --soft: #66615a; --rule: #ddd8d0;
  --seat0: #0b5fc4; --seat1: #b3480a; --seat2: #0d7a5f; --seat3: #8a3fb8;
  --blunder: #b3201f; --mistake: #a35200; --slip: #7d6500; --good: #276b3c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171614; --card: #211f1c; --ink: #ece8e1; --soft: #a9a299; --rule: #3a3732;
    --seat0: #74b1ff; --seat1: #ffa066; --seat2: #5ed2ae; --seat3: #d09bf5;
    --blunder: #ff8a83; --mistake: #ffb066; --slip: #e3c84f; --good: #7fd397;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 56rem; margin: 0 auto; padding: 2rem 1.25rem 4rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.1rem 0 0.6rem; }
h2 { font-size: 1.3rem; margin: 2.4rem 0 0.8rem; }
h3, h4 { font-size: 1.05rem; margin: 0 0 0.7rem; }
.several section { border-top: 2px solid var(--rule); margin-top: 3rem; padding-top: 1.5rem; }
.several section h3 { font-size: 1.15rem; margin-top: 1.8rem; }
.about, figcaption, footer, small, summary { color: var(--soft); }
.about { margin: 0; font-size: 0.9rem; }
.lead { font-size: 1.1rem; margin-top: 0; }
a { color: var(--seat0); }
figure { margin: 0 0 1.4rem; }
figcaption { font-size: 0.9rem; margin-bottom: 0.2rem; }
.scroll { overflow-x: auto; }
.chart { display: block; width: 100%; min-width: 34rem; height: auto; font-size: 12px; }
.chart text { fill: var(--soft); }
.chart .grid { stroke: var(--rule); stroke-width: 1; }
.chart .shift { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 4; }
.chart .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.chart .line.seat0 { stroke: var(--seat0); }
.chart .line.seat1 { stroke: var(--seat1); stroke-dasharray: 7 3; }
.chart .line.seat2 { stroke: var(--seat2); stroke-dasharray: 2 3; }
.chart .line.seat3 { stroke: var(--seat3); stroke-dasharray: 9 3 2 3; }
.chart .band { opacity: 0.14; }
.chart .band.seat0 { fill: var(--seat0); }
.chart .band.seat1 { fill: var(--seat1); }
.chart .band.seat2 { fill: var(--seat2); }
.chart .band.seat3 { fill: var(--seat3); }
.chart .label.seat0 { fill: var(--seat0); }
.chart .label.seat1 { fill: var(--seat1); }
.chart .label.seat2 { fill: var(--seat2); }
.chart .label.seat3 { fill: var(--seat3); }
.chart .label { font-size: 13px; font-weight: 600; }
.chart .mark { fill: var(--card); stroke: var(--blunder); stroke-width: 2; }
.chart .rank { fill: var(--blunder); font-weight: 700; }
article {
  background: var(--card); border: 1px solid var(--rule); border-left: 5px solid var(--soft);
  border-radius: 6px; padding: 1rem 1.2rem; margin-bottom: 1rem;
}
article.blunder { border-left-color: var(--blunder); }
article.mistake { border-left-color: var(--mistake); }
article.slip { border-left-color: var(--slip); }
.number {
  display: inline-block; min-width: 1.6em; line-height: 1.5em; text-align: center;
  border: 2px solid var(--blunder); border-radius: 1em; color: var(--blunder);
}
.badge { font-size: 0.8rem; font-weight: 600; white-space: nowrap; color: var(--soft); }
.badge.blunder { color: var(--blunder); }
.badge.mistake { color: var(--mistake); }
.badge.slip { color: var(--slip); }
.badge.best { color: var(--good); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1rem; margin: 0 0 0.6rem; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
dd p { margin: 0 0 0.25rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.88em; }
code {
  background: color-mix(in srgb, var(--soft) 14%, transparent);
  padding: 0.1em 0.35em; border-radius: 4px;
}
pre { overflow-x: auto; margin: 0.5rem 0 0; line-height: 1.35; }
summary { cursor: pointer; }
table { border-collapse: collapse; font-size: 0.92rem; }
th, td {
  padding: 0.3rem 0.9rem 0.3rem 0; vertical-align: top; text-align: left;
  overflow-wrap: normal;
}
thead th { color: var(--soft); font-weight: 500; border-bottom: 1px solid var(--rule); }
tbody th { font-weight: 500; }
tbody tr + tr > * { border-top: 1px solid var(--rule); }
.numbers td, .numbers th + th {
  text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;
}
.numbers .sum > * { font-weight: 700; border-bottom: 2px solid var(--rule); }
.turns { width: 100%; margin-top: 0.6rem; }
.turns td { max-width: 17rem; overflow-wrap: anywhere; }
.turns small { display: block; }
footer { margin-top: 2.5rem; font-size: 0.9rem; border-top: 1px solid var(--rule); }
footer h2 { font-size: 1rem; margin-top: 1.2rem; }
footer ul { padding-left: 1.2rem; }
@media print { .scroll { overflow: visible; } article { break-inside: avoid; } }
"""
