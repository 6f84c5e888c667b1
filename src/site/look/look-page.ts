import { readOnly } from '../../platform/http/mount.ts';
import { definitionList, PageFrame } from '../html-page.ts';
import { lookDocs } from '../pages.docs.ts';
import { BACK_OFFICE_PATH } from '../paths.ts';
import { texts } from '../texts.ts';
import { contrast } from './contrast.ts';
import { COLOURS, type ColourName, EDGES, FACES, GROUNDS, INKS, MOTION, RADII, SPACE, TYPE, WIDTHS } from './tokens.ts';

const SAMPLE_ID = 'seal_01m83gw3rqewrtxwme6fgq4q9h';
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

/** Page `/docs/look`: samples of every component of server-rendered pages, in the user's colour scheme. */
export const lookPage = readOnly(
  '/docs/look',
  lookDocs,
  (_req, res) => {
    res
      .set('Content-Security-Policy', FRAME.policy)
      .type('html')
      .send(FRAME.page(texts.look.title, BODY, { isWide: true }));
  },
  texts.moreLinks.look,
);

const ratio = (name: ColourName, ground: ColourName, scheme: 'light' | 'dark') =>
  contrast(COLOURS[scheme][name], COLOURS[scheme][ground]).toFixed(1);

const SWATCHES = NAMES.map(
  (name) =>
    `<li><span class="swatch swatch-${name}"></span><code>--${name}</code><br>${COLOURS.light[name]} ${COLOURS.dark[name]}</li>`,
).join('\n');

/** Contrast ratios, computed from the design tokens, so that the displayed figures are always correct. */
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
      `<div><dt><code>--${name}</code> ${texts.look.rem(rem)}</dt><dd><p class="sample type-${name}">${texts.look.typeSample}</p></dd></div>`,
  )
  .join('\n');

const FACE_SAMPLES = Object.keys(FACES)
  .map(
    (name) =>
      `<div><dt><code>--${name}</code></dt><dd><p class="sample type-text-l face-${name}">${texts.look.faceSample}</p></dd></div>`,
  )
  .join('\n');

const SPACES = Object.entries(SPACE).map(
  ([name, rem]) => [`--${name}`, `<span class="bar bar-${name}"></span> ${texts.look.rem(rem)}`] as const,
);

const MEASURES = definitionList([
  [
    texts.look.widths,
    Object.entries(WIDTHS)
      .map(([name, rem]) => `<code>--${name}</code> ${texts.look.rem(rem)}`)
      .join(', '),
  ],
  [
    texts.look.corners,
    Object.entries(RADII)
      .map(([name, rem]) => `<code>--${name}</code> ${texts.look.rem(rem)}`)
      .join(', '),
  ],
  [
    texts.look.motion,
    texts.look.durations(
      Object.entries(MOTION)
        .map(([name, ms]) => `<code>--${name}</code> ${texts.look.milliseconds(ms)}`)
        .join(', '),
    ),
  ],
]);

function linkTo(path: string): (text: string) => string {
  return (text) => `<a href="${path}">${text}</a>`;
}

const BODY = `<h1>${texts.look.title}</h1>
<p class="lead">${texts.look.lead}</p>
<p>${texts.look.backOffice(linkTo(`${BACK_OFFICE_PATH}/parts`), linkTo('/docs/design-system'))}</p>
<h2>${texts.look.colours}</h2>
<p>${texts.look.coloursLead}</p>
<ul class="swatches">
${SWATCHES}
</ul>
<h3>${texts.look.contrast}</h3>
<p>${texts.look.contrastLead}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${texts.look.contrastTable}">
<table>
<thead><tr><td></td><th scope="colgroup" colspan="${GROUNDS.length}">${texts.look.light}</th><th scope="colgroup" colspan="${GROUNDS.length}">${texts.look.dark}</th></tr>
<tr><td></td>${GROUND_HEADS}${GROUND_HEADS}</tr></thead>
<tbody>
${CONTRASTS}
</tbody>
</table>
</div>
<h2>${texts.look.type}</h2>
<dl>
${TYPE_SAMPLES}
${FACE_SAMPLES}
</dl>
<h2>${texts.look.space}</h2>
${definitionList(SPACES)}
${MEASURES}
<h2>${texts.look.prose}</h2>
<p class="lead">${texts.look.proseLead}</p>
<p>${texts.look.proseText(linkTo('/')(texts.look.links), '<code>code</code>', '<kbd>Esc</kbd>')}</p>
<p class="id">${SAMPLE_ID}</p>
<pre>{ "ok": true }</pre>
<h2>${texts.look.record}</h2>
${definitionList([
  [texts.look.recordStatus, texts.look.recordInForce],
  [texts.look.recordSealed, '2026-11-23, 06:18 UTC'],
  [texts.look.recordHash, '<code>d763580947285de74aad73b225343f1b1f28fceab67c3ed798e5a00f557fc0a6</code>'],
])}
<h2>${texts.look.rows}</h2>
<ul class="rows">
<li><div><p>${texts.look.rowBrowser} <span class="label">${texts.look.rowThisBrowser}</span></p><p class="detail">${texts.look.rowUsedToday}</p></div><button class="quiet small" type="button">${texts.look.rowEnd}</button></li>
<li><div><p>${texts.look.rowOtherBrowser}</p><p class="detail">${texts.look.rowUsedLastWeek}</p></div><button class="quiet small" type="button">${texts.look.rowEnd}</button></li>
</ul>
<h2>${texts.look.fields}</h2>
<form class="fields" method="get" action="/docs/look">
<label for="plain">${texts.look.field}</label>
<p class="hint" id="plain-hint">${texts.look.fieldHint}</p>
<input id="plain" type="text" autocomplete="off" aria-describedby="plain-hint">
<label for="wrong">${texts.look.fieldWithError}</label>
<input id="wrong" type="email" autocomplete="off" value="ada" aria-invalid="true" aria-describedby="wrong-fault">
<p class="fault" id="wrong-fault">${texts.look.fieldError}</p>
<label for="fixed">${texts.look.readOnlyField}</label>
<input id="fixed" type="text" value="ada@example.org" readonly>
<label for="several">${texts.look.textArea}</label>
<textarea id="several" rows="3"></textarea>
<div class="actions"><button>${texts.look.primary}</button><button class="quiet" type="button">${texts.look.secondary}</button><button type="button" disabled>${texts.look.disabled}</button></div>
</form>
<h2>${texts.look.messages}</h2>
<p class="notice">${texts.look.notice}</p>
<div class="said"><p>${texts.look.warning}</p></div>
<div class="said" data-tone="bad"><p>${texts.look.error}</p></div>
<div class="end" data-end="revoked"><p>${texts.look.revoked(`<strong>${texts.look.revokedNotice}</strong>`)}</p></div>
<dialog open aria-label="${texts.look.dialog}"><p>${texts.look.dialogText}</p><div class="actions"><button type="button">${texts.look.dialogYes}</button><button class="quiet" type="button">${texts.look.dialogNo}</button></div></dialog>
<details><summary>${texts.look.details}</summary><p>${texts.look.detailsText}</p></details>
`;
