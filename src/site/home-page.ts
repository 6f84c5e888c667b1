import type { SampleImage } from '../feature.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';
import { HOME_STYLE } from './home-style.ts';
import { definitionList, escapeHtml, PageFrame } from './html-page.ts';
import { MAIN_LINKS } from './main-links.ts';
import { homeDocs } from './pages.docs.ts';
import { texts } from './texts.ts';

const FRAME = new PageFrame({ style: HOME_STYLE, hasPictures: true });

interface HomeOptions {
  mounts: readonly Mount[];
  /** Reads the public pictures that the home page shows, the first one large. */
  sampleImages: () => Promise<readonly SampleImage[]>;
}

/** Serves the home page `/`. If the database can't be reached, the page has no pictures. */
export function homePage({ mounts, sampleImages }: HomeOptions): Mount {
  const links = mounts.flatMap(({ path, link }) => (link ? [{ path, ...link }] : []));
  const there = new Set(links.map(({ path }) => path));
  const doors = MAIN_LINKS.flatMap(({ paths, ...door }) => {
    const path = paths.find((one) => there.has(one));
    return path ? [{ ...door, path }] : [];
  });
  const others = links.filter(({ path }) => !doors.some((door) => door.path === path));
  return readOnly('/', homeDocs, async (_req, res) => {
    const shown = await sampleImages().catch(() => []);
    const [first, ...more] = shown;
    const body = [opening(first), doorsHtml(doors), stripHtml(more), strokesHtml(), placesHtml(others)].join('\n');
    res
      .set('Content-Security-Policy', FRAME.policy)
      .type('html')
      .send(FRAME.page(texts.home.title, body, { isWide: true }));
  });
}

function opening(first: SampleImage | undefined): string {
  return `<div class="opening${first ? '' : ' bare'}">
<div class="words">
<h1>${texts.home.heading}</h1>
<p class="lead">${texts.home.lead}</p>
</div>
${first ? largeHtml(first) : ''}</div>`;
}

function stripHtml(more: readonly SampleImage[]): string {
  return more.length === 0 ? '' : `<ul class="strip">\n${more.map(smallHtml).join('\n')}\n</ul>`;
}

function largeHtml({ title, alt, brief, path, width, height }: SampleImage): string {
  return `<figure class="large">
<img src="${escapeHtml(path)}/1280.webp" srcset="${escapeHtml(path)}/640.webp 640w, ${escapeHtml(path)}/1280.webp 1280w" sizes="(max-width: 50rem) 100vw, 42rem" alt="${escapeHtml(alt)}" width="${width}" height="${height}">
<figcaption>${texts.home.caption(`<cite>${escapeHtml(title)}</cite>`, `<q>${escapeHtml(brief)}</q>`)}</figcaption>
</figure>
`;
}

function smallHtml({ title, alt, brief, path, width, height }: SampleImage): string {
  return `<li><figure><img src="${escapeHtml(path)}/640.webp" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy">
<figcaption><cite>${escapeHtml(title)}</cite> <q>${escapeHtml(brief)}</q></figcaption></figure></li>`;
}

function doorsHtml(doors: readonly { path: string; title: string; text: string }[]): string {
  if (doors.length === 0) return '';
  const items = doors.map(
    ({ path, title, text }) =>
      `<li><a href="${path}"><span class="door">${escapeHtml(title)}</span><span class="where">${path}</span></a>
<p>${escapeHtml(text)}</p></li>`,
  );
  return `<h2 class="heard">${texts.home.start}</h2>\n<ul class="doors">\n${items.join('\n')}\n</ul>`;
}

function strokesHtml(): string {
  const { render, route, seal, approve } = texts.home;
  const items = [render, route, seal, approve].map(({ title, text }) => `<li><h3>${title}</h3><p>${text}</p></li>`);
  return `<h2>${texts.home.features}</h2>\n<ol class="strokes">\n${items.join('\n')}\n</ol>`;
}

function placesHtml(places: readonly { path: string; title: string; text: string }[]): string {
  if (places.length === 0) return '';
  const rows = places.map(
    ({ path, title, text }) =>
      [title, `<a class="path" href="${path}">${path}</a> <span class="what">${escapeHtml(text)}</span>`] as const,
  );
  return `<h2>${texts.home.more}</h2>\n${definitionList(rows)}`;
}
