import type { CitationFile, CitedQuotation, CitedVersion } from '../../quotations/index.ts';
import { definitionList, escapeHtml } from '../../site/index.ts';
import { texts } from './texts.ts';
import { visibleHtml } from './visible-html.ts';

/** Maximum number of quotations that a page lists. The file has all. */
const MOST_LISTED = 200;

/** A sealed citation file, and those of its versions that are erased. */
export interface SealedCitations {
  readonly file: CitationFile;
  readonly erased: ReadonlySet<string>;
}

/** Section with the content of a citation file: places, tiers and digests, which name neither documents nor words. */
export function citationSection({ file, erased }: SealedCitations): string {
  const { kind, versions, quotations = [], claims, outcome } = file;
  const words = texts.citations[kind];
  const supported = claims?.filter(({ isSupported }) => isSupported).length ?? 0;
  const verified = quotations.filter(({ status }) => status === 'VERIFIED').length;
  const facts: [string, string][] = [
    ...(outcome === undefined ? [] : [[texts.citations.outcome, outcomeWords(outcome)] as [string, string]]),
    ...(claims
      ? [[texts.citations.statements, texts.citations.supported(supported, claims.length)] as [string, string]]
      : []),
    ...(kind === 'DOCUMENT_VERSION'
      ? []
      : [[texts.citations.quotations, texts.citations.verified(verified, quotations.length)] as [string, string]]),
    ...(file.text ? [[texts.citations.textSha256[kind], code(file.text.sha256)] as [string, string]] : []),
    ...(file.rules
      ? [[texts.citations.rules, visibleHtml(`${file.rules.name} ${file.rules.version}`)] as [string, string]]
      : []),
  ];
  return `<section aria-labelledby="citations">
<h2 id="citations">${words.title} <span class="label">${texts.record.source}</span></h2>
<p>${words.lead}</p>
${facts.length > 0 ? `${definitionList(facts)}\n` : ''}${quotationList(quotations)}${versions.map((version, index) => versionPart(version, index, { isOnly: kind === 'DOCUMENT_VERSION', isErased: erased.has(version.id) })).join('')}<p>${kind === 'DOCUMENT_VERSION' ? texts.citations.checkVersion : texts.citations.check[kind]}</p>
<pre>${escapeHtml(texts.citations.command(kind))}</pre>
</section>
`;
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
  const page = place.pageFirst === undefined ? '' : texts.citations.page(place.pageFirst, place.pageLast);
  const at = texts.citations.place(place.version + 1, place.start, place.end);
  return `${where}: ${texts.citations.tiers[tier]}, ${at}${page}.`;
}

function versionPart(
  { sha256, textSha256, byteSize, mediaType, textLength, extractor }: CitedVersion,
  index: number,
  { isOnly, isErased }: { isOnly: boolean; isErased: boolean },
): string {
  const facts: [string, string][] = [
    [texts.citations.fileSha256, code(sha256)],
    ...(byteSize === undefined ? [] : [[texts.citations.size, texts.citations.bytes(byteSize)] as [string, string]]),
    ...(mediaType === undefined ? [] : [[texts.citations.mediaType, visibleHtml(mediaType)] as [string, string]]),
    [texts.citations.extractedSha256, code(textSha256)],
    ...(textLength === undefined
      ? []
      : [[texts.citations.textLength, texts.citations.characters(textLength)] as [string, string]]),
    ...(extractor === undefined ? [] : [[texts.citations.extractor, visibleHtml(extractor)] as [string, string]]),
  ];
  return `${isOnly ? '' : `<h3>${texts.citations.version(index + 1)}</h3>\n`}${
    isErased ? `<p class="gone" data-version="erased">${texts.citations.erased}</p>\n` : ''
  }${definitionList(facts)}
`;
}

const code = (text: string) => `<code>${visibleHtml(text)}</code>`;

const outcomeWords = (outcome: string): string =>
  Object.hasOwn(texts.citations.outcomes, outcome)
    ? texts.citations.outcomes[outcome as keyof typeof texts.citations.outcomes]
    : visibleHtml(outcome);

const statusWords = (status: string): string =>
  Object.hasOwn(texts.citations.statuses, status)
    ? texts.citations.statuses[status as keyof typeof texts.citations.statuses]
    : visibleHtml(status);
