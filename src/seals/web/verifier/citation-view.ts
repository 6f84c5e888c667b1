import type { CitationResult } from '../../../quotations/index.ts';
import { pageWords, TIER_WORDS } from '../../pure.ts';
import type { CitationCheck } from './citation-check.ts';
import { element, visibleElement } from './element.ts';
import { texts } from './texts.ts';

/** Maximum number of quotations that are listed. Those that fail come first. */
const MAX_LISTED = 500;

/** Result for the quotations of a citation file in a few sentences. */
export function citationSentence(check: CitationCheck): string {
  const { kind, report, documents } = check;
  if (report.contradictions.length > 0) return texts.citations.contradicted;
  if (kind === 'DOCUMENT_VERSION') {
    return documents.length > 0
      ? documents.map(({ name }) => texts.citations.sameVersion(name)).join(' ')
      : texts.citations.noDocument;
  }
  const claimed = report.quotations.filter(({ result }) => result !== 'NOT_CLAIMED');
  const count = (result: CitationResult['result']) => claimed.filter((one) => one.result === result).length;
  if (count('FAILED') > 0) return texts.citations.someFailed(count('FAILED'), claimed.length);
  if (claimed.length === 0) return texts.citations.noneClaimed;
  if (check.isProven) return texts.citations.allProven(claimed.length);
  const isTextMissing = claimed.some(({ result, words }) => result === 'NOT_CHECKED' && words === null);
  return [
    texts.citations.someOpen(count('NOT_CHECKED'), claimed.length),
    isTextMissing && texts.citations.textMissing,
    report.isQuotingSame === null && texts.citations.quotingMissing[kind],
    texts.citations.addMissing,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Lists the copies that belong to a citation file, and each of its quotations. */
export function citationPart({ kind, report, documents }: CitationCheck): HTMLElement[] {
  const order: readonly CitationResult['result'][] = ['FAILED', 'NOT_CHECKED', 'PASSED', 'NOT_CLAIMED'];
  const quotations = report.quotations.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  const rest = quotations.length - MAX_LISTED;
  const copies = documents.map(({ name, version, is }) =>
    element('li', {}, visibleElement((is === 'TEXT' ? texts.citations.isText : texts.citations.isFile)(name, version))),
  );
  return [
    element('h3', {}, texts.citations.title[kind]),
    ...report.contradictions.map((one) => element('p', { 'data-quotation': 'FAILED' }, visibleElement(one))),
    ...(copies.length > 0 && kind !== 'DOCUMENT_VERSION' ? [element('ul', {}, ...copies)] : []),
    ...(quotations.length > 0
      ? [element('ol', { class: 'checks' }, ...quotations.slice(0, MAX_LISTED).map(quotationItem))]
      : []),
    ...(rest > 0 ? [element('p', {}, texts.citations.notListed(rest))] : []),
    ...(kind === 'DOCUMENT_VERSION' ? [] : [element('p', { class: 'hint' }, texts.citations.notProof)]),
  ];
}

function quotationItem({ quotation, result, detail, words, leftOut }: CitationResult): HTMLElement {
  const { place, tier } = quotation;
  const where = place
    ? texts.citations.place(place.version + 1, place.start, place.end) +
      (place.pageFirst === undefined ? '' : pageWords(place.pageFirst, place.pageLast))
    : '';
  const how = result === 'PASSED' && tier && !quotation.isApart ? `, ${TIER_WORDS[tier]}` : '';
  return element(
    'li',
    { 'data-quotation': result },
    element('span', { class: 'found' }, texts.citations.results[result] + how),
    ...(where ? [`: ${where}`] : []),
    ...(words === null ? [] : [element('blockquote', {}, visibleElement(words))]),
    ...(leftOut.length > 0
      ? [element('p', { class: 'hint' }, visibleElement(texts.citations.leavesOut(leftOut.join(' … '))))]
      : []),
    ...(result === 'PASSED' ? [] : [element('p', { class: 'hint' }, detail)]),
  );
}
