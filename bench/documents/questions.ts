import type { SearchRequest } from '../../src/documents/search/passage-search.ts';
import { fileNumber, languageOf, nameOf, PASSAGES_PER_DOCUMENT, passageText, randomOf } from './corpus.ts';
import { CASES, caseId, caseOfDocument, documentId } from './passages-seed.ts';

/** A kind of search. */
export interface SearchKind {
  readonly name: string;
  /** True if the target for questions applies to it. */
  readonly hasTarget: boolean;
  /** A search of this kind. Each turn has another one. */
  request(turn: number): SearchRequest;
}

const ALL_CASES = Array.from({ length: CASES }, (_, number) => caseId(number));
const FIRST = 20;
/** The first German document. Each tenth after it is German, too. */
const GERMAN = 1;

/** Searches in a corpus of this many passages. */
export function searchKinds(passages: number): readonly SearchKind[] {
  const documents = Math.ceil(passages / PASSAGES_PER_DOCUMENT);
  const kind = (
    name: string,
    make: (
      random: () => number,
      document: number,
      ordinal: number,
    ) => Omit<SearchRequest, 'first' | 'caseIds'> & {
      caseIds?: readonly string[];
    },
    hasTarget = true,
  ): SearchKind => ({
    name,
    hasTarget,
    request(turn) {
      const random = randomOf(turn + 1);
      const document = Math.floor(random() * documents);
      const ordinal = Math.floor(random() * PASSAGES_PER_DOCUMENT);
      return { caseIds: ALL_CASES, first: FIRST, ...make(random, document, ordinal) };
    },
  });
  /** Words of a passage that aren't its most frequent ones. */
  const rarer = (document: number, ordinal: number) =>
    passageText(document, ordinal)
      .split(' ')
      .filter((word) => /^\p{L}{7,}$/u.test(word));
  const question = (random: () => number, document: number, ordinal: number) => {
    const legal = languageOf(document).legal;
    const [one = 'rare', other = one] = rarer(document, ordinal);
    const frequent = () => legal[Math.floor(random() * legal.length)]!;
    return `${frequent()} ${one} ${frequent()} ${other} ${frequent()}`;
  };
  const frequent = (random: () => number, document: number, many: number) => {
    const legal = languageOf(document).legal;
    return Array.from({ length: many }, (_, at) => legal[Math.floor(random() * 14) + at * 14]!).join(' ');
  };
  return [
    kind('question: three frequent words and two of a passage', (random, document, ordinal) => ({
      query: question(random, document, ordinal),
    })),
    kind('the same in the largest case', (random, document, ordinal) => ({
      query: question(random, document, ordinal),
      caseIds: [caseId(0)],
    })),
    kind('the same in one document', (random, document, ordinal) => ({
      query: question(random, document, ordinal),
      caseIds: [caseId(caseOfDocument(document))],
      documentIds: [documentId(document)],
    })),
    kind('the same in German documents of the last year', (random, document, ordinal) => ({
      query: question(random, GERMAN + 10 * Math.floor(document / 10), ordinal),
      languages: ['de'],
      createdFrom: new Date('2025-07-01T00:00:00Z'),
    })),
    kind('a file number', (_, document, ordinal) => ({ query: fileNumber(document, ordinal) })),
    kind('a name with a typo', (random) => {
      const name = nameOf(Math.floor(random() * 500));
      return { query: `${name.slice(0, 3)}${name[4]}${name[3]}${name.slice(5)}` };
    }),
    kind('a phrase of three words', (_, document, ordinal) => ({
      query: `"${passageText(document, ordinal).split(' ').slice(20, 23).join(' ')}"`,
    })),
    kind('one frequent word', (random, document) => ({ query: frequent(random, document, 1) })),
    kind('three frequent words', (random, document) => ({ query: frequent(random, document, 3) })),
    kind('one frequent word in the largest case', (random, document) => ({
      query: frequent(random, document, 1),
      caseIds: [caseId(0)],
    })),
    kind('a phrase of two frequent words', (random, document) => ({ query: `"${frequent(random, document, 2)}"` })),
  ];
}
