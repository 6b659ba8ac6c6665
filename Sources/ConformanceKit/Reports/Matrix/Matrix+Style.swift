extension Matrix {
    /// Colours for light and dark, tables that scroll by themselves on a phone, and paper.
    ///
    /// No colour says what a sign beside it does not say too.
    static let style = """
        :root {
          --ground: #fff; --text: #1b1b1b; --line: #bbb; --faint: #5d5d5d; --block: #f3f3f3;
          --good: #dff2df; --bad: #f8d0d0; --doubtful: #fbeec2; --link: #0a51a8;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #16181b; --text: #e7e7e7; --line: #4a4d52; --faint: #a3a3a3;
            --block: #222529; --good: #1d3d22; --bad: #5a2024; --doubtful: #4b3f14;
            --link: #8fc1ff;
          }
        }
        body {
          background: var(--ground); color: var(--text); font: 15px/1.4 system-ui, sans-serif;
          margin: 1em auto; max-width: 90em; padding: 0 1em;
        }
        h1, h2, h3 { line-height: 1.2; margin: 1.2em 0 .4em; }
        h3 { font-size: 1em; }
        a { color: var(--link); }
        .scroll { max-width: 100%; overflow-x: auto; margin: .6em 0; }
        table {
          border: solid var(--line); border-collapse: separate; border-spacing: 0;
          border-width: 1px 0 0 1px;
        }
        th, td {
          border: solid var(--line); border-width: 0 1px 1px 0; padding: .25em .6em;
          text-align: left;
        }
        td { white-space: nowrap; }
        thead th { background: var(--block); }
        tbody th {
          background: var(--ground); font-weight: normal; left: 0; max-width: 30em;
          min-width: 7em; position: sticky;
        }
        .good { background: var(--good); }
        .bad { background: var(--bad); font-weight: 600; }
        .doubtful { background: var(--doubtful); }
        .quiet { color: var(--faint); }
        .broken th { font-style: italic; }
        .filter input { margin: 0 .3em 0 0; }
        .filter label { display: inline-block; margin: 0 1em .4em 0; padding: .3em 0; }
        .filter input:checked + label { font-weight: 600; }
        pre {
          background: var(--block); overflow-wrap: anywhere; padding: .6em;
          white-space: pre-wrap;
        }
        @media (max-width: 40em) {
          body { font-size: 14px; padding: 0 .6em; }
          tbody th { max-width: 45vw; overflow-wrap: anywhere; }
        }
        @media print {
          :root {
            --ground: #fff; --text: #000; --line: #888; --faint: #444; --block: #eee;
            --good: #e7f5e7; --bad: #f5caca; --doubtful: #f8edc8; --link: #000;
          }
          body { font-size: 9px; margin: 0; max-width: none; padding: 0; }
          .filter > input, .filter > label { display: none; }
          .scroll { overflow: visible; }
          th, td { padding: .1em .3em; white-space: normal; }
          tbody th { position: static; }
          thead { display: table-header-group; }
          tr, article { break-inside: avoid; }
          h2 { break-after: avoid; }
          * { print-color-adjust: exact; }
        }
        """
}
