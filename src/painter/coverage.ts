import type { Evidence } from './evidence.ts';
import { type Reading, type Term } from './reading.ts';

/** Nouns that English puts before another noun, which is then the subject: a mountain bike is a bike. */
const COMPOUNDING = new Set(
  (
    'mountain lake sea ocean beach coast city town forest wood meadow field hill desert space snow rain winter summer ' +
    'autumn spring night moon star sun tree flower cherry water window'
  ).split(' '),
);
/** Words of the lexicon that only describe a noun: a snowy village is a village. */
const ADJECTIVES = new Set(
  (
    'snowy starry moonlit sunlit snowcapped hilly alpine alpin alpins alpines urban urbain urbaine cosmic cosmique ' +
    'mountainous enneige enneigee enneiges enneigees etoile etoilee fleuri fleurie fleuris fleuries reflected reflecting'
  ).split(' '),
);
/** Endings of words that describe the noun before them: `mountains glowing`, `a lake mirrored`. */
const DESCRIBING = /(?:ing|ed|ly|ful|ous|y)$/;

/**
 * Words of the brief's subject if the engine can't draw the subject. Null if the subject is drawn, or if the brief only names
 * times, weather, moods or colours. Empty if the brief names nothing that a picture can show. The subject is the first group of
 * words that names a thing; times, weather, moods and colours only describe a thing.
 */
export function subjectOf(reading: Reading, evidence: readonly Evidence[]): string | null {
  const { brief, tokens, wanted } = reading;
  const evidenceOf = new Map(wanted.map((term, index) => [term, evidence[index]!]));
  const isDrawn = (term: Term) =>
    evidenceOf.get(term)!.claims.some((claim) => claim === 'scene' || claim.startsWith('element:'));
  for (const group of groupsOf(wanted)) {
    const things = group.filter((term) => !term.meanings || isSceneOrElement(term));
    const named = things.filter((term) => !ADJECTIVES.has(tokens[term.to - 1]!.text));
    const nouns = named.length > 0 ? named : things;
    if (nouns.length === 0) continue;
    const last = group.at(-1)!;
    if (nouns.some(isDrawn) && !isCompound(group.at(-2), last, reading)) return null;
    return brief.slice(tokens[nouns[0]!.from]!.start, tokens[nouns.at(-1)!.to - 1]!.end);
  }
  return evidence.some(({ claims }) => claims.length > 0) ? null : '';
}

/** Groups the terms that are adjacent in the brief. */
function groupsOf(terms: readonly Term[]): Term[][] {
  const groups: Term[][] = [];
  for (const term of terms) {
    const group = groups.at(-1);
    if (group?.at(-1)?.to === term.from) group.push(term);
    else groups.push([term]);
  }
  return groups;
}

function isSceneOrElement(term: Term): boolean {
  return term.meanings?.some(({ kind }) => kind === 'scene' || kind === 'element') ?? false;
}

/**
 * True if the last two terms form a compound such as `mountain bike`. False for names such as `Lake Como`, and for `mountains
 * glowing`.
 */
function isCompound(before: Term | undefined, last: Term, { tokens }: Reading): boolean {
  if (!before?.meanings || last.meanings) return false;
  const isName = last.words !== last.words.toLowerCase();
  const { text } = tokens[last.from]!;
  return COMPOUNDING.has(tokens[before.to - 1]!.text) && !isName && !DESCRIBING.test(text);
}
