/** Of every report page; only what browsers have had for years, and print. */
export const style = `
:root { color-scheme: light dark; --bg: #fff; --ground: #e9ebef; --ink: #191d24; --ink-2: #414a58; --ink-3: #59626f;
  --line: #dcdfe5; --edge: #79828f; --raised: #f5f6f8; --accent: #2f4fc4; --good: #0a6a50; --good-weak: #dff2ea;
  --bad: #b02a23; --bad-weak: #fbe7e5; --dot: #79828f; --dot-2: #3a5bd0; --band: #dde5fd; }
@media (prefers-color-scheme: dark) { :root { --bg: #191c21; --ground: #121418; --ink: #e6e9ee; --ink-2: #b6bdc8;
  --ink-3: #939ca9; --line: #2c323b; --edge: #747e8d; --raised: #20242b; --accent: #93adff; --good: #63cda6;
  --good-weak: #17302a; --bad: #ff938a; --bad-weak: #3b2225; --dot: #747e8d; --dot-2: #93adff; --band: #232d4a; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px; background: var(--ground); color: var(--ink);
  font: 14px/1.45 Inter, system-ui, "Segoe UI", sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 32px 40px; background: var(--bg); border: 1px solid var(--line);
  border-radius: 5px; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; justify-content: space-between; color: var(--ink-2); font-size: 12px; }
.mark { display: flex; align-items: center; gap: 8px; color: var(--ink); font-weight: 600; }
.mark svg { width: 24px; color: var(--accent); }
h1 { margin: 20px 0 12px; font-size: 22px; line-height: 1.3; }
h2 { display: flex; gap: 10px; align-items: baseline; margin: 0 0 12px; font-size: 15px; }
h2 span { color: var(--ink-3); font-weight: 400; }
h2 small { margin-left: auto; color: var(--ink-3); font-weight: 400; font-size: 12px; }
h3 { display: flex; gap: 8px; align-items: center; margin: 12px 0 6px; font-size: 13px; }
h3 b { min-width: 22px; padding: 1px 6px; border-radius: 3px; background: var(--raised); border: 1px solid var(--line);
  text-align: center; }
h3 i { color: var(--ink-3); font-style: normal; font-weight: 400; }
section { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); }
.sentences { margin: 0; padding-left: 20px; color: var(--ink-2); }
.tiles { display: flex; flex-wrap: wrap; margin: 20px 0 0; border: 1px solid var(--line); border-radius: 5px; }
.tiles div { flex: 1 1 170px; padding: 12px 16px; border-right: 1px solid var(--line); }
.tiles div:last-child { border-right: 0; }
.tiles dt { color: var(--ink-2); font-size: 12px; font-weight: 600; }
.tiles dd { margin: 4px 0 0; }
.tiles strong { display: block; font: 600 15px/1.3 "JetBrains Mono", ui-monospace, Consolas, monospace; }
.tiles span { color: var(--ink-2); font-size: 12px; }
pre, code, td, .protocol dd { font-family: "JetBrains Mono", ui-monospace, Consolas, monospace; font-size: 12px; }
pre { margin: 0; padding: 10px 12px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--raised);
  border: 1px solid var(--line); border-radius: 5px; }
pre.world { margin-top: 4px; background: none; color: var(--ink-2); }
ins { background: var(--good-weak); color: var(--good); text-decoration: none; }
del { background: var(--bad-weak); color: var(--bad); }
table { width: 100%; margin: 0 0 16px; border-collapse: collapse; font-size: 13px; }
caption { text-align: left; color: var(--ink-2); font-weight: 600; }
th, td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: right; white-space: pre; }
th:first-child { text-align: left; font-weight: 500; }
thead th { color: var(--ink-3); font-size: 12px; font-weight: 600; }
table.rows td { text-align: left; }
section { overflow-x: auto; }
figure { margin: 0; }
figure svg { display: block; width: 100%; min-width: 560px; }
svg text { font: 12px Inter, system-ui, sans-serif; fill: var(--ink); }
svg .axis { fill: var(--ink-3); font-size: 11px; }
svg .value, svg .name { font-weight: 600; }
svg .tick { stroke: var(--line); }
svg .dot { fill: var(--dot-2); fill-opacity: .7; }
svg .dot.first { fill: var(--dot); }
svg .band { fill: var(--band); }
svg .median { stroke: var(--ink); stroke-width: 2; }
.protocol { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
.protocol dt { color: var(--ink-2); }
.protocol dd { margin: 0; overflow-wrap: anywhere; }
details { margin-top: 6px; }
summary { cursor: pointer; color: var(--ink-2); }
ul { padding-left: 20px; }
@media (max-width: 640px) { body { padding: 0; } main { padding: 20px 16px; border: 0; } }
@media print { body { padding: 0; background: none; } main { max-width: none; border: 0; padding: 0; }
  section, article, table { break-inside: avoid; } }
`
