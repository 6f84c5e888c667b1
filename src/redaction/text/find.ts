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

/** Characters per piece. Long texts are searched in pieces, so that other requests get their turn and memory use stays small. */
const PIECE = 16_384;
/**
 * Characters of context on each side of a piece: more than a finding with its label has, unless invisible characters lengthen the
 * finding.
 */
const AROUND = 512;
/** Maximum findings of one text. A text with more findings is an error. */
export const MOST_FINDINGS = 20_000;

/** Finders in order of reliability. If two findings overlap, the finding of the earlier finder wins. */
const FINDERS: readonly ((scanned: SearchText) => Iterable<TextMatch>)[] = [
  emails,
  ibans,
  cards,
  nationalIds,
  ipAddresses,
  phones,
];

/** Finds personal data in a text, in order and without overlaps. @throws TooManyFindings */
export function findAll(text: string, names: readonly NameList[] = []): Finding[] {
  const found: Finding[] = [];
  for (const _ of search(text, names, found));
  return found;
}

/** Like `findAll`, but lets other requests run between its steps. */
export async function findAllInTurns(text: string, names: readonly NameList[] = []): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const _ of search(text, names, found)) await new Promise(setImmediate);
  return found;
}

/** Adds findings to `found`, and yields between pieces. */
function* search(text: string, names: readonly NameList[], found: Finding[]): Generator<void> {
  for (let start = 0; start < text.length; start += PIECE) {
    if (start > 0) yield;
    const from = Math.max(0, start - AROUND);
    const free = found.at(-1)?.end ?? 0;
    for (const finding of inPiece(text.slice(from, start + PIECE + AROUND), names)) {
      const at = from + finding.start;
      // Findings that start in another piece belong to that piece.
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

/** Merges two lists in text order. A new match that overlaps an accepted one is dropped. */
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
