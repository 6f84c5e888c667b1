import { readOnly } from '../../platform/http/mount.ts';
import { definitionList, PageFrame } from '../html-page.ts';
import { lookDocs } from '../pages.docs.ts';
import { BACK_OFFICE_PATH } from '../paths.ts';
import { contrast } from './contrast.ts';
import { COLOURS, type ColourName, EDGES, FACES, GROUNDS, INKS, MOTION, RADII, SPACE, TYPE, WIDTHS } from './tokens.ts';

const NAMES = Object.keys(COLOURS.light) as ColourName[];

const FRAME = new PageFrame({
  hasForms: true,
  style: `
  .swatches { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: var(--space-4); padding: 0; }
  .swatches li { margin: 0; font: var(--text-xs)/1.5 var(--sans); color: var(--soft); } .swatches code { color: var(--ink); }
  .swatch { display: block; height: 3.25rem; border: 1px solid var(--edge); margin-bottom: .4rem; }
  ${NAMES.map((name) => `.swatch-${name} { background: var(--${name}); }`).join(' ')}
  .sample { margin: .35rem 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; line-height: 1.35; }
  ${Object.keys(TYPE)
    .map((name) => `.type-${name} { font-size: var(--${name}); }`)
    .join(' ')}
  ${Object.keys(FACES)
    .map((name) => `.face-${name} { font-family: var(--${name}); }`)
    .join(' ')}
  .bar { display: inline-block; height: .7rem; background: var(--mark); vertical-align: baseline; }
  ${Object.keys(SPACE)
    .map((name) => `.bar-${name} { width: var(--${name}); }`)
    .join(' ')}
  .sign { display: inline-block; width: 2.5rem; color: var(--mark); }
  .swatch, .bar { forced-color-adjust: none; }
`,
});

/** `/docs/look`: samples of every component of server-rendered pages, in the colour scheme of the user. */
export const lookPage = readOnly(
  '/docs/look',
  lookDocs,
  (_req, res) => {
    res
      .set('Content-Security-Policy', FRAME.policy)
      .type('html')
      .send(FRAME.page('The look', BODY, { isWide: true }));
  },
  { title: 'The look', text: 'colours, type and components of these pages' },
);

const ratio = (name: ColourName, ground: ColourName, scheme: 'light' | 'dark') =>
  contrast(COLOURS[scheme][name], COLOURS[scheme][ground]).toFixed(1);

const SWATCHES = NAMES.map(
  (name) =>
    `<li><span class="swatch swatch-${name}"></span><code>--${name}</code><br>${COLOURS.light[name]} ${COLOURS.dark[name]}</li>`,
).join('\n');

/** Computed from the tokens, so that the figures are always right. */
const CONTRASTS = [...INKS, ...EDGES]
  .map((name) => {
    const cells = (['light', 'dark'] as const).flatMap((scheme) =>
      GROUNDS.map((ground) => `<td>${ratio(name, ground, scheme)}</td>`),
    );
    return `<tr><th scope="row"><code>--${name}</code></th>${cells.join('')}</tr>`;
  })
  .join('\n');

const GROUND_HEADS = GROUNDS.map((ground) => `<th scope="col">${ground}</th>`).join('');

const TYPE_SAMPLES = Object.entries(TYPE)
  .reverse()
  .map(
    ([name, rem]) =>
      `<div><dt><code>--${name}</code> ${rem} rem</dt><dd><p class="sample type-${name}">Let it be printed</p></dd></div>`,
  )
  .join('\n');

const FACE_SAMPLES = Object.keys(FACES)
  .map(
    (name) =>
      `<div><dt><code>--${name}</code></dt><dd><p class="sample type-text-l face-${name}">Forty chairs for 4 200 EUR</p></dd></div>`,
  )
  .join('\n');

const SPACES = Object.entries(SPACE).map(
  ([name, rem]) => [`--${name}`, `<span class="bar bar-${name}"></span> ${rem} rem`] as const,
);

const MEASURES = definitionList([
  [
    'Widths',
    Object.entries(WIDTHS)
      .map(([name, rem]) => `<code>--${name}</code> ${rem} rem`)
      .join(', '),
  ],
  [
    'Corners',
    Object.entries(RADII)
      .map(([name, rem]) => `<code>--${name}</code> ${rem} rem`)
      .join(', '),
  ],
  [
    'Motion',
    `${Object.entries(MOTION)
      .map(([name, ms]) => `<code>--${name}</code> ${ms} ms`)
      .join(', ')}; 0 ms if the system setting asks for less motion`,
  ],
]);

const BODY = `<h1>The look</h1>
<p class="lead">Colours, type and components of the pages of this service. They follow the colour scheme of your system and print black on white.</p>
<p>The <a href="${BACK_OFFICE_PATH}/parts">components of the back office</a> (lists, filters, forms, states and dialogs) use the same
tokens; sign in to see them. How to use both: <a href="/docs/design-system">The design system</a>.</p>
<h2>Colours</h2>
<p>Named by purpose, with their values in the light and the dark scheme. There is one accent colour. Green means verified, nothing else.</p>
<ul class="swatches">
${SWATCHES}
</ul>
<h3>Contrast</h3>
<p>Text needs 4.5; a border that carries meaning needs 3.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Contrast of each colour on each ground">
<table>
<thead><tr><td></td><th scope="colgroup" colspan="${GROUNDS.length}">Light</th><th scope="colgroup" colspan="${GROUNDS.length}">Dark</th></tr>
<tr><td></td>${GROUND_HEADS}${GROUND_HEADS}</tr></thead>
<tbody>
${CONTRASTS}
</tbody>
</table>
</div>
<h2>Type</h2>
<dl>
${TYPE_SAMPLES}
${FACE_SAMPLES}
</dl>
<h2>Space</h2>
${definitionList(SPACES)}
${MEASURES}
<h2>Prose</h2>
<p class="lead">The lead says in one sentence what the page is about.</p>
<p>Prose is set in the serif font. <a href="/">Links</a> are underlined. Typed text is shown as <code>code</code>, a key as
<kbd>Esc</kbd>, and an id on a line of its own:</p>
<p class="id">seal_01m83gw3rqewrtxwme6fgq4q9h</p>
<pre>{ "ok": true }</pre>
<h2>A record</h2>
${definitionList([
  ['Status', 'in force'],
  ['Sealed', '2026-11-23, 06:18 UTC'],
  ['SHA-256', '<code>d763580947285de74aad73b225343f1b1f28fceab67c3ed798e5a00f557fc0a6</code>'],
])}
<h2>Rows</h2>
<ul class="rows">
<li><div><p>Firefox on Linux <span class="label">this browser</span></p><p class="detail">Last used today</p></div><button class="quiet small" type="button">End session</button></li>
<li><div><p>Safari on macOS</p><p class="detail">Last used a week ago</p></div><button class="quiet small" type="button">End session</button></li>
</ul>
<h2>Fields and buttons</h2>
<form class="fields" method="get" action="/docs/look">
<label for="plain">Field</label>
<p class="hint" id="plain-hint">Hint: the expected input.</p>
<input id="plain" type="text" autocomplete="off" aria-describedby="plain-hint">
<label for="wrong">Field with an error</label>
<input id="wrong" type="email" autocomplete="off" value="ada" aria-invalid="true" aria-describedby="wrong-fault">
<p class="fault" id="wrong-fault">Enter an e-mail address like ada@example.org.</p>
<label for="fixed">Read-only field</label>
<input id="fixed" type="text" value="ada@example.org" readonly>
<label for="several">Text area</label>
<textarea id="several" rows="3"></textarea>
<div class="actions"><button>Primary action</button><button class="quiet" type="button">Secondary action</button><button type="button" disabled>Disabled</button></div>
</form>
<h2>Messages</h2>
<p class="notice">Notice: additional information.</p>
<div class="said"><p>Warning: check this before you continue.</p></div>
<div class="said" data-tone="bad"><p>Error: the request was refused, with the next step.</p></div>
<div class="end" data-end="revoked"><p><strong>This seal was revoked.</strong> Shown first on the page of the seal.</p></div>
<dialog open aria-label="Example of a dialog"><p>A dialog asks one question.</p><div class="actions"><button type="button">Delete draft</button><button class="quiet" type="button">Keep draft</button></div></dialog>
<details><summary>Details</summary><p>Content that most users don’t need.</p></details>
`;
