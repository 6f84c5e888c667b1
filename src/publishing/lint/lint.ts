import type { NameList } from '../../redaction/index.ts';
import type { PublishAction, PublishFinding, PublishFindingKind } from '../publish-action.ts';
import { textsOf } from './action-texts.ts';
import { hidden } from './hidden-characters.ts';
import { deceptiveLinks } from './links/deceptive-links.ts';
import { personalData } from './personal-data.ts';
import { secrets } from './secrets.ts';
import { counted, MOST_OF_A_TEXT } from './text-finder.ts';

/** Something that was found, before a policy says what follows from it. */
export type LintFinding = Omit<PublishFinding, 'isBlocking'>;

/** Of each kind. One more says how many there are besides, so that nobody takes the rest for clean. */
export const MOST_OF_A_KIND = 15;

/** In characters that were gone through: then others have their turn. */
const TURN = 32_768;
/** What a text takes however short it is. */
const COST_OF_TEXT = 64;

/** What stands in the texts of an action, name by name and value by value, with turns for others in between. */
export async function findInTexts(action: PublishAction, names: readonly NameList[] = []): Promise<LintFinding[]> {
  const finders = [personalData(action.targets, names), secrets, deceptiveLinks, hidden];
  const found = new FindingTally();
  let sinceTurn = 0;
  for (const placed of textsOf(action)) {
    sinceTurn += placed.text.length + COST_OF_TEXT;
    if (sinceTurn > TURN) {
      sinceTurn = 0;
      await new Promise(setImmediate);
    }
    for (const { kind, find } of finders) {
      let told = 0;
      for (const detail of find(placed)) {
        if (++told > MOST_OF_A_TEXT) break;
        found.add({ kind, pointer: placed.pointer, detail });
      }
    }
  }
  return found.all();
}

/** The first findings of each kind, and how many more there are. */
export class FindingTally {
  readonly #kinds = new Map<PublishFindingKind, { first: LintFinding[]; more: number }>();

  add(found: LintFinding): void {
    const known = this.#kinds.get(found.kind);
    if (!known) this.#kinds.set(found.kind, { first: [found], more: 0 });
    else if (known.first.length < MOST_OF_A_KIND) known.first.push(found);
    else known.more += 1;
  }

  all(): LintFinding[] {
    return [...this.#kinds].flatMap(([kind, { first, more }]) =>
      more === 0
        ? first
        : [...first, { kind, pointer: '', detail: `And ${counted(more, 'more finding')} of this kind.` }],
    );
  }
}
