import { cards } from './cards.ts';
import { emails } from './emails.ts';
import { type Finding, TooManyFindings } from './finding.ts';
import { FoldedText } from './folded-text.ts';
import { ibans } from './ibans.ts';
import { ipAddresses } from './ip-addresses.ts';
import type { NameList } from './name-list.ts';
import { nationalIds } from './national-ids.ts';
import { phones } from './phones.ts';
import type { SearchText, TextMatch } from './text-match.ts';

/** In characters: a long text is gone through piece by piece, so that others have their turns and little is held. */
const PIECE = 16_384;
/** What is looked at around a piece: longer than anything that is found, and a label before it. */
const AROUND = 512;
/** More are told as too many. */
export const MOST_FINDINGS = 20_000;

/** What is surer comes first: where two overlap, the first one counts. */
const FINDERS: readonly ((scanned: SearchText) => Iterable<TextMatch>)[] = [
  emails,
  ibans,
  cards,
  nationalIds,
  ipAddresses,
  phones,
];

/** What identifies somebody in a text, in its order, none within another. @throws TooManyFindings */
export function findAll(text: string, names: readonly NameList[] = []): Finding[] {
  const found: Finding[] = [];
  for (const _ of search(text, names, found));
  return found;
}

/** The same, with turns for others in between. */
export async function findAllInTurns(text: string, names: readonly NameList[] = []): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const _ of search(text, names, found)) await new Promise(setImmediate);
  return found;
}

/** Adds what is found, and yields between pieces. */
function* search(text: string, names: readonly NameList[], found: Finding[]): Generator<void> {
  for (let start = 0; start < text.length; start += PIECE) {
    if (start > 0) yield;
    const from = Math.max(0, start - AROUND);
    const free = found.at(-1)?.end ?? 0;
    for (const finding of inPiece(text.slice(from, start + PIECE + AROUND), names)) {
      const at = from + finding.start;
      // What began in the piece before was found there, and what begins behind this one will be.
      if (at < start || at >= start + PIECE || at < free) continue;
      if (found.length === MOST_FINDINGS) throw new TooManyFindings(MOST_FINDINGS);
      found.push({ ...finding, start: at, end: from + finding.end });
    }
  }
}

function inPiece(piece: string, names: readonly NameList[]): Finding[] {
  const folded = new FoldedText(piece);
  let taken: TextMatch[] = [];
  for (const finder of FINDERS) taken = withFree(taken, finder(folded));
  for (const list of names) taken = withFree(taken, list.in(folded.text));
  return taken.map(({ kind, start, end, value }) => ({
    kind,
    start: folded.startOf(start),
    end: folded.endOf(end),
    value,
  }));
}

/** Both in the order of the text; of those that overlap one that is taken already only that one. */
function withFree(taken: readonly TextMatch[], more: Iterable<TextMatch>): TextMatch[] {
  const all: TextMatch[] = [];
  let next = 0;
  for (const place of more) {
    while (next < taken.length && taken[next]!.end <= place.start) all.push(taken[next++]!);
    if (next < taken.length && taken[next]!.start < place.end) continue;
    if ((all.at(-1)?.end ?? 0) <= place.start) all.push(place);
  }
  while (next < taken.length) all.push(taken[next++]!);
  return all;
}
