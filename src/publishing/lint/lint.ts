import { formatCount } from '../../platform/text/plural.ts';
import type { NameList } from '../../redaction/index.ts';
import type { PublishAction, PublishFinding, PublishFindingKind } from '../publish-action.ts';
import { textsOf } from './action-texts.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { deceptiveLinks } from './links/deceptive-links.ts';
import { personalData } from './personal-data.ts';
import { secrets } from './secrets.ts';
import { MAX_PER_TEXT } from './text-finder.ts';

/** A finding of the automatic check, before the policy determines if it blocks the action. */
export type LintFinding = Omit<PublishFinding, 'isBlocking'>;

/**
 * Maximum number of findings listed per kind. One more entry has the number of the remaining ones, so that the list isn’t
 * mistaken for complete.
 */
export const MAX_PER_KIND = 15;

/** Number of characters to check before other work of the process gets a turn. */
const TURN = 32_768;
/** Fixed cost of each text, in characters, which is added to its length. */
const COST_OF_TEXT = 64;

/** Runs all finders on all texts of an action, and lets other work of the process run between texts. */
export async function findInTexts(action: PublishAction, names: readonly NameList[] = []): Promise<LintFinding[]> {
  const finders = [personalData(action.targets, names), secrets, deceptiveLinks, hiddenCharacters];
  const found = new FindingTally();
  let sinceTurn = 0;
  for (const placed of textsOf(action)) {
    sinceTurn += placed.text.length + COST_OF_TEXT;
    if (sinceTurn > TURN) {
      sinceTurn = 0;
      await new Promise(setImmediate);
    }
    for (const { kind, find } of finders) {
      let count = 0;
      for (const detail of find(placed)) {
        if (++count > MAX_PER_TEXT) break;
        found.add({ kind, pointer: placed.pointer, detail });
      }
    }
  }
  return found.all();
}

/** Collects the first findings of each kind and counts the remaining ones. */
export class FindingTally {
  readonly #kinds = new Map<PublishFindingKind, { first: LintFinding[]; more: number }>();

  add(found: LintFinding): void {
    const known = this.#kinds.get(found.kind);
    if (!known) this.#kinds.set(found.kind, { first: [found], more: 0 });
    else if (known.first.length < MAX_PER_KIND) known.first.push(found);
    else known.more += 1;
  }

  all(): LintFinding[] {
    return [...this.#kinds].flatMap(([kind, { first, more }]) =>
      more === 0
        ? first
        : [...first, { kind, pointer: '', detail: `And ${formatCount(more, 'more finding')} of this kind.` }],
    );
  }
}
