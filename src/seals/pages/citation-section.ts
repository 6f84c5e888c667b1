import type { CitationFile, CitedQuotation, CitedVersion } from '../../quotations/index.ts';
import { definitionList, escapeHtml } from '../../site/index.ts';
import { pageWords, TIER_WORDS } from '../citations/citation-words.ts';
import { texts } from './texts.ts';
import { visibleHtml } from './visible-html.ts';

/** Maximum number of quotations that a page lists. The file has all. */
const MOST_LISTED = 200;
/** Maximum number of versions that a page lists. */
const MOST_VERSIONS = 50;

/** A sealed citation file, and those of its versions that are erased. */
export interface SealedCitations {
  readonly file: CitationFile;
  readonly erased: ReadonlySet<string>;
}

/** Section with the content of a citation file: places, tiers and digests, which name neither documents nor words. */
export function citationSection({ file, erased }: SealedCitations): string {
  const { kind, quotations = [], claims, outcome } = file;
  const words = texts.citations[kind];
  const supported = claims?.filter(({ isSupported }) => isSupported).length ?? 0;
  const verified = quotations.filter(({ status }) => status === 'VERIFIED').length;
  const isOnly = kind === 'DOCUMENT_VERSION';
  const facts = present([
    [texts.citations.outcome, outcome && outcomeWords(outcome)],
    [texts.citations.statements, claims && texts.citations.supported(supported, claims.length)],
    [texts.citations.quotations, isOnly ? undefined : texts.citations.verified(verified, quotations.length)],
    [texts.citations.textSha256[kind], file.text && code(file.text.sha256)],
    [texts.citations.rules, file.rules && visibleHtml(`${file.rules.name} ${file.rules.version}`)],
  ]);
  return `<section aria-labelledby="citations">
<h2 id="citations">${words.title} <span class="label">${texts.record.source}</span></h2>
<p>${words.lead}</p>
${facts.length > 0 ? `${definitionList(facts)}\n` : ''}${quotationList(quotations)}${versionParts({ file, erased })}<p>${texts.citations.check[kind]}</p>
<pre>${escapeHtml(texts.citations.command(kind))}</pre>
</section>
`;
}

/** Versions that are cited, and then the others. */
function versionParts({ file: { kind, versions, quotations = [] }, erased }: SealedCitations): string {
  const cited = new Set(quotations.map(({ place }) => place?.version));
  const order = [...versions.keys()].sort((one, other) => Number(cited.has(other)) - Number(cited.has(one)));
  const parts = order.slice(0, MOST_VERSIONS).map((index) => {
    const version = versions[index]!;
    const title = kind === 'DOCUMENT_VERSION' ? '' : `<h3>${texts.citations.version(index + 1)}</h3>\n`;
    return title + versionPart(version, erased.has(version.id));
  });
  const rest = versions.length - parts.length;
  return parts.join('') + (rest > 0 ? `<p>${texts.citations.versionsNotListed(rest)}</p>\n` : '');
}

function quotationList(quotations: readonly CitedQuotation[]): string {
  if (quotations.length === 0) return '';
  const listed = quotations.slice(0, MOST_LISTED).map((one) => `<li>${quotationLine(one)}</li>`);
  const rest = quotations.length - listed.length;
  return `<ol>
${listed.join('\n')}
</ol>
${rest > 0 ? `<p>${texts.citations.notListed(rest)}</p>\n` : ''}`;
}

function quotationLine({ start, end, status, tier, place, isApart }: CitedQuotation): string {
  const where = isApart ? texts.citations.statementAt(start, end) : texts.citations.quotationAt(start, end);
  if (!tier || !place) return `${where}: ${statusWords(status)}.`;
  const page = place.pageFirst === undefined ? '' : pageWords(place.pageFirst, place.pageLast);
  const at = texts.citations.place(place.version + 1, place.start, place.end);
  return `${where}: ${texts.citations.verifiedBy(TIER_WORDS[tier])}, ${at}${page}.`;
}

function versionPart(
  { sha256, textSha256, byteSize, mediaType, textLength, extractor }: CitedVersion,
  isErased: boolean,
): string {
  const facts = present([
    [texts.citations.fileSha256, code(sha256)],
    [texts.citations.size, byteSize === undefined ? undefined : texts.citations.bytes(byteSize)],
    [texts.citations.mediaType, mediaType && visibleHtml(mediaType)],
    [texts.citations.extractedSha256, code(textSha256)],
    [texts.citations.textLength, textLength === undefined ? undefined : texts.citations.characters(textLength)],
    [texts.citations.extractor, extractor && visibleHtml(extractor)],
  ]);
  const notice = isErased ? `<p class="gone" data-version="erased">${texts.citations.erased}</p>\n` : '';
  return `${notice}${definitionList(facts)}\n`;
}

/** Facts whose value is known. */
const present = (facts: readonly (readonly [term: string, html: string | undefined])[]): [string, string][] =>
  facts.flatMap(([term, html]) => (html === undefined || html === '' ? [] : [[term, html]]));

const code = (text: string) => `<code>${visibleHtml(text)}</code>`;

const outcomeWords = (outcome: string): string =>
  Object.hasOwn(texts.citations.outcomes, outcome)
    ? texts.citations.outcomes[outcome as keyof typeof texts.citations.outcomes]
    : visibleHtml(outcome);

const statusWords = (status: string): string =>
  Object.hasOwn(texts.citations.statuses, status)
    ? texts.citations.statuses[status as keyof typeof texts.citations.statuses]
    : visibleHtml(status);
