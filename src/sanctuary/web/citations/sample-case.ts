import { type PreparedSource, prepareSource, QuotationSearch, type TextRange } from '../../../quotations/index.ts';
import { texts } from '../texts.ts';
import apache from './samples/apache-2.0.txt?raw';
import declaration from './samples/declaration-1789.txt?raw';
import grundgesetz from './samples/grundgesetz.txt?raw';

/** Heading of a sample text, as offsets in the text. Its section extends to the next heading. */
export interface SampleHeading extends TextRange {
  /** Name of the section, such as `article 5`. */
  name: string;
}

/** A text of law that quotations are looked for in. */
export interface SampleText {
  /** Beginning of the ids of its passages in the page. */
  key: string;
  title: string;
  /** Where the text comes from and under which licence. */
  source: string;
  language: string;
  text: string;
  headings: readonly SampleHeading[];
}

const { section, article } = texts.citations.places;

/** The sample case. Its order is that of the sources in the search. */
export const SAMPLE_TEXTS: readonly SampleText[] = [
  {
    key: 'apache-2.0',
    ...texts.citations.samples.apache,
    language: 'en',
    text: apache,
    headings: headingsOf(apache, /^(\d+)\. ([A-Z][A-Za-z ]+)\./gm, section),
  },
  {
    key: 'declaration-1789',
    ...texts.citations.samples.declaration,
    language: 'fr',
    text: declaration,
    headings: headingsOf(declaration, /^Art\. (\d+)(?:er)?\./gm, article),
  },
  {
    key: 'grundgesetz',
    ...texts.citations.samples.grundgesetz,
    language: 'de',
    text: grundgesetz,
    headings: headingsOf(grundgesetz, /^Artikel (\d+)$/gm, article),
  },
];

function headingsOf(text: string, pattern: RegExp, nameOf: (number: string, title: string) => string): SampleHeading[] {
  return Array.from(text.matchAll(pattern), ({ 0: heading, 1: number, 2: title, index }) => ({
    name: nameOf(number!, title ?? ''),
    start: index,
    end: index + heading.length,
  }));
}

/** Names the place of a range: the text, and the sections of its beginning and its end. */
export function placeName({ title, headings }: SampleText, { start, end }: TextRange): string {
  const nameAt = (at: number) => headings.findLast((heading) => heading.start <= at)?.name;
  const [first, last] = [nameAt(start), nameAt(end - 1)];
  return texts.citations.places.name(title, first === last ? [first] : [first, last]);
}

let search: QuotationSearch | undefined;

/** Search in all sample texts. Prepared when it is first needed, because this takes some milliseconds. */
export function sampleSearch(): QuotationSearch {
  search ??= new QuotationSearch(SAMPLE_TEXTS.map(({ text }): PreparedSource => prepareSource(text)));
  return search;
}
