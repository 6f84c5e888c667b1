/** The look that all server-made pages share: no script, no font or picture from elsewhere, light and dark. */
const STYLE = `
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6472; --paper: #faf8f4; --line: #ddd6ca; --mark: #7c2d3a; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e9e6df; --soft: #a8adb5; --paper: #171a1f; --line: #343a43; --mark: #e39aa6; } }
  body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink);
    font: 1rem/1.55 ui-serif, Georgia, "Times New Roman", serif; }
  h1 { font-size: 1.7rem; font-weight: 600; margin: 0 0 .25rem; }
  p { margin: .75rem 0; }
  .id { color: var(--mark); font: .95rem ui-monospace, monospace; overflow-wrap: anywhere; }
  dl { border-top: 1px solid var(--line); margin: 2rem 0; }
  dl div { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
  dt { color: var(--soft); }
  dd { margin: 0; overflow-wrap: anywhere; }
  code { font: .82rem/1.6 ui-monospace, monospace; }
  pre { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .9rem 1rem; overflow-x: auto; font-size: .85rem; }
  a { color: var(--mark); }
  @media (max-width: 34rem) { dl div { grid-template-columns: 1fr; gap: .1rem; } }
`;

/** What a page made by `htmlPage` may do: show itself. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A whole page around a body that is HTML already. The title is text. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Imprimatur</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Rows of term and description; the descriptions are HTML. */
export function definitionList(rows: readonly (readonly [term: string, html: string])[]): string {
  return `<dl>\n${rows.map(([term, html]) => `<div><dt>${escapeHtml(term)}</dt><dd>${html}</dd></div>`).join('\n')}\n</dl>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
