import { z } from 'zod';
import { MediaDeskPageDocument, type MediaDeskPageQuery } from '../rest/generated/graphql.ts';
import { pageQuery, routePage } from '../rest/index.ts';
import { escapeHtml, PageFrame, type PageOptions } from '../site/index.ts';
import { mediaDeskStyle } from './media-desk.style.ts';
import { texts } from './media-desk.texts.ts';
import { MAX_DESK_PAGE_SIZE } from './partner.reads.ts';

/** Response headers that prevent caching, indexing and referrers, because the path of the page contains a secret token. */
export const UNTRACED = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

/** Maximum number of tags that the page offers as filters. */
const MAX_TAGS = 24;
/** Default number of pictures per page. It fills rows of two, three and four columns. */
const USUAL_SIZE = 24;

const { cursor, limit, tags } = pageQuery(MAX_DESK_PAGE_SIZE);
const DeskQuery = z.strictObject({ cursor, limit: limit.unwrap().default(USUAL_SIZE), tags, before: cursor });
type Desk = MediaDeskPageQuery['mediaDesk'];
type DeskQueryValues = z.infer<typeof DeskQuery>;

/**
 * Gallery of pictures for partners who open their link in a browser. Links in the page are relative, so that none contains the
 * secret token.
 */
export const mediaDeskPage = routePage({
  operation: MediaDeskPageDocument,
  query: DeskQuery,
  variables: ({ query: { limit, cursor, before, tags } }) =>
    before ? { last: limit, before, tags } : { first: limit, after: cursor, tags },
  headers: UNTRACED,
  frame: new PageFrame({ style: mediaDeskStyle, hasForms: true, hasPictures: true }),
  // The header has no link to the home page, which has nothing for partners.
  options: { home: null, isWide: true } satisfies PageOptions,
  render: ({ mediaDesk: desk }, { query }) => ({
    title: texts.title(desk.partner.name),
    body: `<h1>${escapeHtml(texts.title(desk.partner.name))}</h1>
${filter(desk, query)}
${gallery(desk, query)}
${pages(desk, query)}
<p class="hint parting">${texts.privacy}</p>`,
  }),
});

function filter({ assets }: Desk, query: DeskQueryValues): string {
  const chosen = query.tags ?? [];
  const offered = tagsOf(assets.nodes).filter((tag) => !isAmong(chosen, tag));
  const without = chosen.map((tag) => {
    const others = chosen.filter((other) => other !== tag);
    return `<li><a class="tag chosen" href="${address(query, { tags: others })}"><span class="unseen">${texts.removeTag}</span>${escapeHtml(tag)}<span aria-hidden="true"> ×</span></a></li>`;
  });
  return `<form class="filter" role="search">
<label for="tags">${texts.tags}</label>
<input type="text" id="tags" name="tags" value="${escapeHtml(chosen.join(', '))}" placeholder="${texts.tagsExample}" maxlength="200" autocapitalize="off" spellcheck="false">
${query.limit === USUAL_SIZE ? '' : `<input type="hidden" name="limit" value="${query.limit}">`}<button>${texts.filter}</button>
</form>
${without.length > 0 ? `<ul class="tags" aria-label="${texts.selectedTags}">${without.join('')}<li><a href="${address(query, { tags: [] })}">${texts.showAll}</a></li></ul>` : ''}
${offered.length > 0 ? `<ul class="tags" aria-label="${texts.offeredTags}">${offered.map((tag) => `<li>${tagLink(tag, query)}</li>`).join('')}</ul>` : ''}`;
}

function gallery({ assets }: Desk, query: DeskQueryValues): string {
  if (assets.nodes.length === 0) {
    const isFiltered = (query.tags ?? []).length > 0;
    return isFiltered
      ? `<p class="nothing">${texts.noMatch} <a href="${address(query, { tags: [] })}">${texts.showAll}</a></p>`
      : `<p class="nothing">${texts.empty}</p>`;
  }
  return `<ul class="gallery">\n${assets.nodes.map((asset, index) => picture(asset, index, query)).join('\n')}\n</ul>`;
}

type Picture = Desk['assets']['nodes'][number];

function picture({ title, alt, tags, thumbnailUrl, file }: Picture, index: number, query: DeskQueryValues): string {
  const isAtOnce = index < 8;
  return `<li><figure>
<a class="open" href="${here(file.url)}"><img src="${here(thumbnailUrl)}" srcset="${here(thumbnailUrl)} 1x, ${here(file.sharp)} 2x" alt="${escapeHtml(alt)}" width="${file.width}" height="${file.height}"${isAtOnce ? '' : ' loading="lazy"'} decoding="async"><span class="unseen">${texts.opensFullSize}</span></a>
<figcaption><h2>${escapeHtml(title)}</h2><p class="size">${texts.size(file.width, file.height)}</p>
<p class="of">${tags.map((tag) => tagLink(tag, query)).join(' ')}</p></figcaption>
</figure></li>`;
}

function tagLink(tag: string, query: DeskQueryValues): string {
  const chosen = query.tags ?? [];
  const isChosen = isAmong(chosen, tag);
  return `<a class="tag"${isChosen ? ' aria-current="true"' : ''} href="${address(query, { tags: isChosen ? chosen : [...chosen, tag] })}">${escapeHtml(tag)}</a>`;
}

function pages({ assets: { pageInfo, nodes } }: Desk, query: DeskQueryValues): string {
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = pageInfo;
  const isFirst = !query.cursor && !query.before;
  const links = [
    isFirst ? '' : `<a href="${address(query, {})}">${texts.first}</a>`,
    hasPreviousPage && startCursor
      ? `<a rel="prev" href="${address(query, { before: startCursor })}">${texts.newer}</a>`
      : '',
    hasNextPage && endCursor ? `<a rel="next" href="${address(query, { cursor: endCursor })}">${texts.older}</a>` : '',
  ].filter(Boolean);
  if (links.length === 0 || (nodes.length === 0 && isFirst)) return '';
  return `<nav class="pages" aria-label="${texts.pages}">${links.join(' ')}</nav>`;
}

/** Relative link to the gallery with other tags, or to another page of the gallery. */
function address({ tags, limit }: DeskQueryValues, to: { tags?: string[]; cursor?: string; before?: string }): string {
  const parameters = new URLSearchParams();
  const wanted = to.tags ?? tags ?? [];
  if (wanted.length > 0) parameters.set('tags', wanted.join(','));
  if (limit !== USUAL_SIZE) parameters.set('limit', String(limit));
  if (to.cursor) parameters.set('cursor', to.cursor);
  if (to.before) parameters.set('before', to.before);
  return escapeHtml(`?${parameters}`);
}

/** Path of a picture's URL, so that the picture loads under any host name of the service. */
function here(url: string): string {
  return escapeHtml(new URL(url).pathname);
}

/** Tags of the pictures on the page, the most frequent first, at most `MAX_TAGS`. */
function tagsOf(pictures: readonly Picture[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of pictures.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MAX_TAGS)
    .map(([tag]) => tag);
}

function isAmong(tags: readonly string[], tag: string): boolean {
  return tags.some((one) => one.toLowerCase() === tag.toLowerCase());
}
