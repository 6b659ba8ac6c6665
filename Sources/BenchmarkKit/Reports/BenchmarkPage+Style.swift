extension BenchmarkPage {
    /// Colours for light and dark, and paper. No colour says what a text does not say too.
    static let style = """
        :root {
          --ground: #fff; --text: #1b1b1b; --line: #bbb; --block: #f3f3f3; --good: #dff2df;
          --bad: #f8d0d0; --bar: #7fa7d6; --base: #a9a9a9;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #16181b; --text: #e7e7e7; --line: #4a4d52; --block: #222529; --good: #1d3d22;
            --bad: #5a2024; --bar: #3c6fa8; --base: #66696e;
          }
        }
        body {
          background: var(--ground); color: var(--text); font: 15px/1.4 system-ui, sans-serif;
          margin: 1em auto; max-width: 60em; padding: 0 1em;
        }
        h1, h2 { line-height: 1.2; margin: 1.2em 0 .4em; }
        .scroll { max-width: 100%; overflow-x: auto; }
        table { border-collapse: collapse; }
        th, td { border: 1px solid var(--line); padding: .25em .6em; text-align: left; }
        thead th { background: var(--block); }
        .good { background: var(--good); }
        .bad { background: var(--bad); font-weight: 600; }
        pre { background: var(--block); overflow-x: auto; padding: .6em; }
        svg { display: block; height: auto; margin: .6em 0; max-width: 100%; }
        svg text { fill: var(--text); font: 12px system-ui, sans-serif; }
        .bar { fill: var(--bar); }
        .base { fill: var(--base); }
        .span { stroke: var(--text); }
        .grid { stroke: var(--line); }
        .curve { fill: none; stroke: var(--bar); stroke-width: 2; }
        .curve.base { fill: none; stroke: var(--base); }
        @media print { body { font-size: 11px; } * { print-color-adjust: exact; } }
        """
}
