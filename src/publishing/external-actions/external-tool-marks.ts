import type { Database } from '../../platform/database/database.ts';
import { SharedRead } from '../../platform/database/shared-read.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { HOUSE } from './external-tool.entity.ts';
import { type ExternalToolMark, findMarks } from './external-tool.sql.ts';
import { ToolNameMatch } from './tool-name-match.ts';

/** How old what is known may be, for a process that was not told of a change. */
const MAX_AGE_MS = 1_000;
/** From this age on the next one who asks has it read anew, and waits for nothing. */
const REFRESH_AFTER_MS = 500;

export type { ExternalToolMark };

/** All marks there are, in memory, at most a second old: every call of a tool is looked up in them. */
export class ExternalToolMarks {
  readonly #reading: SharedRead<readonly ExternalToolMark[]>;
  #known: readonly ExternalToolMark[] | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** What was asked of the database before this is not taken for news any more. */
  #staleBefore = Number.NEGATIVE_INFINITY;

  constructor(database: Database) {
    this.#reading = new SharedRead(() => outsideRequests(() => this.#read(database)));
  }

  current(): Promise<readonly ExternalToolMark[]> | readonly ExternalToolMark[] {
    const ageMs = performance.now() - this.#readAt;
    if (this.#known === null || ageMs >= MAX_AGE_MS) return this.#reading.get();
    // Who asks in the second half of its time has it read for those who come after.
    if (ageMs >= REFRESH_AFTER_MS) this.#reading.get().catch(() => {});
    return this.#known;
  }

  /** The next one who asks reads them anew. */
  forget(): void {
    this.#staleBefore = performance.now();
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(database: Database): Promise<readonly ExternalToolMark[]> {
    const askedAt = performance.now();
    this.#known = await findMarks(database);
    if (askedAt >= this.#staleBefore) this.#readAt = Math.max(this.#readAt, askedAt);
    return this.#known;
  }
}

/** The mark that a call falls under; null for a tool that is handed on. The customer's own comes first, and an exact one before a prefix. */
export function markOf(
  marks: readonly ExternalToolMark[],
  tool: string,
  customerId: string | null,
): ExternalToolMark | null {
  const name = tool.toLowerCase();
  let best: ExternalToolMark | null = null;
  for (const mark of marks) {
    if (mark.markedFor !== HOUSE && mark.markedFor !== customerId) continue;
    if (mark.match === ToolNameMatch.EXACT ? name !== mark.name : !name.startsWith(mark.name)) continue;
    if (best === null || rankOf(mark) > rankOf(best)) best = mark;
  }
  return best;
}

const rankOf = ({ markedFor, match, name }: ExternalToolMark) =>
  (markedFor === HOUSE ? 0 : 1_000) + (match === ToolNameMatch.EXACT ? 500 : 0) + name.length;
