/** The report's whole look, light and dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6f8, #0e1115); --panel: light-dark(#ffffff, #161a20);
  --line: light-dark(#e1e4ea, #2a3039); --ink: light-dark(#161a20, #e8ebf0); --soft: light-dark(#59626f, #9aa5b4);
  --warn: light-dark(#8f5300, #f0b255); --bad: light-dark(#b3261e, #ff8f84); --good: light-dark(#00704f, #3ccb9b);
  --sc: light-dark(#4a5360, #c3cad5); --esc: light-dark(#b84900, #f2994a); --asc: light-dark(#007f5c, #2fc79a);
  --dsc: light-dark(#a8497f, #e29ac4); --cges: light-dark(#0067a5, #62b6ef); --other: light-dark(#7a6a00, #e6d64a);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 80px; }
h1 { font-size: 26px; line-height: 1.25; margin: 20px 0 6px; text-wrap: balance; }
h2 { font-size: 20px; margin: 0 0 8px; }
h3 { font-size: 15px; margin: 26px 0 6px; }
h4 { font-size: 13px; margin: 0 0 2px; font-weight: 600; }
p { margin: 6px 0; max-width: 54em; }
.soft, figcaption, .note { color: var(--soft); font-size: 13px; max-width: 62em; }
.banner { border: 1px solid var(--warn); color: var(--warn); border-radius: 8px; padding: 8px 14px; font-weight: 600; max-width: none; }
nav { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 16px 0 0; font-size: 14px; }
nav a { color: var(--cges); text-decoration: none; } nav a:hover { text-decoration: underline; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 20px 22px; margin: 22px 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 5px 10px; vertical-align: top; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; font-weight: 500; white-space: normal; min-width: 9em; }
thead th { color: var(--soft); font-weight: 600; font-size: 12.5px; }
td small { display: block; color: var(--soft); font-size: 11.5px; }
td .spread { color: var(--soft); font-size: 11.5px; }
.kind { color: var(--soft); font-size: 11px; border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; margin-left: 6px; }
.far { color: var(--bad); }
td.word { font-weight: 600; color: var(--good); } td.word.far { color: var(--bad); }
#gates td { white-space: normal; text-align: left; } #gates th { text-align: left; }
figure { margin: 14px 0 4px; } figcaption { margin-top: 6px; }
.pair, .many { display: grid; gap: 14px 22px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); }
.pair { max-width: 800px; }
svg { display: block; width: 100%; height: auto; }
svg .grid { stroke: var(--line); } svg .axis { stroke: var(--soft); }
svg .tick { fill: var(--soft); font-size: 11px; } svg .label { fill: var(--soft); font-size: 12px; }
svg .line { fill: none; stroke: var(--hue); stroke-width: 1.6; } svg circle { fill: var(--hue); stroke: var(--hue); }
svg circle.hollow { fill: var(--panel); stroke-width: 1.5; } svg .band { fill: var(--soft); opacity: .13; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; font-size: 13px; max-width: none; }
.legend span { display: inline-flex; align-items: center; gap: 6px; } .legend svg { width: 24px; height: 12px; }
.sc { --hue: var(--sc); } .esc { --hue: var(--esc); } .asc { --hue: var(--asc); } .dsc { --hue: var(--dsc); }
.cges { --hue: var(--cges); } .other { --hue: var(--other); } .quiet { --hue: var(--soft); }
.hue-1 { --hue: var(--cges); } .hue-2 { --hue: var(--bad); } .hue-3 { --hue: var(--asc); } .hue-4 { --hue: var(--dsc); } .hue-5 { --hue: var(--other); }
details summary { cursor: pointer; color: var(--cges); margin-top: 18px; font-size: 14px; }
@media print { section { break-inside: auto; border: 0; padding: 0; } nav { display: none; } }
`
