import { type FindingKind, findAll } from '../../redaction/index.ts';

/** Values found in a text by patterns, without duplicates. */
export interface FoundValues {
  readonly names: readonly string[];
  readonly dates: readonly string[];
  readonly amounts: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly accounts: readonly string[];
  readonly addresses: readonly string[];
}

const MOST_OF_EACH = 5;

const DATES =
  /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}\.? (?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember) \d{4}\b/gu;
const AMOUNTS = /(?:[€$£]|EUR|USD|CHF|GBP) ?\d[\d.,]{0,14}\d?|\b\d[\d.,]{0,14} ?(?:€|EUR|USD|CHF|GBP)/gu;
/** Two capitalised words, optionally after a title: a plain guess at names. */
const NAMES = /\b(?:(?:Dr|Mr|Ms|Mrs|Frau|Herr)\.? )?\p{Lu}\p{Ll}{1,20} \p{Lu}\p{Ll}{1,20}\b/gu;
const ADDRESSES = /\bhttps?:\/\/[^\s<>"')\]]{1,300}/gu;

export function findValues(text: string): FoundValues {
  const identifiers = findAll(text);
  const written = (wanted: FindingKind) =>
    few(identifiers.filter(({ kind }) => kind === wanted).map(({ start, end }) => text.slice(start, end)));
  return {
    names: all(text, NAMES),
    dates: all(text, DATES),
    amounts: all(text, AMOUNTS),
    emails: written('EMAIL'),
    phones: written('PHONE'),
    accounts: written('IBAN'),
    addresses: all(text, ADDRESSES),
  };
}

const all = (text: string, pattern: RegExp) => few([...text.matchAll(pattern)].map(([match]) => match));
const few = (values: readonly string[]) => [...new Set(values)].slice(0, MOST_OF_EACH);
