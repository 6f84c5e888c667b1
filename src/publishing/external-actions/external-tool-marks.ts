import type { Database } from '../../platform/database/database.ts';
import { SharedRead } from '../../platform/database/shared-read.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { SERVICE_WIDE } from './external-tool.entity.ts';
import { type ExternalToolMark, findMarks } from './external-tool.sql.ts';
import { ToolNameMatch } from './tool-name-match.ts';

/** Maximum age of the cached tools in milliseconds, for a process that missed the event of a change. */
const MAX_AGE_MS = 1_000;
/** Age in milliseconds from which the cached tools are refreshed in the background. */
const REFRESH_AFTER_MS = 500;

export type { ExternalToolMark };

/** Cache of the tools whose calls need approval ("marked" tools), at most a second old. Every tool call is compared with them. */
export class ExternalToolMarks {
  readonly #reading: SharedRead<readonly ExternalToolMark[]>;
  #known: readonly ExternalToolMark[] | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Time of the last change of the marks. A database read that started before is outdated. */
  #staleBefore = Number.NEGATIVE_INFINITY;

  constructor(database: Database) {
    this.#reading = new SharedRead(() => outsideRequests(() => this.#read(database)));
  }

  current(): Promise<readonly ExternalToolMark[]> | readonly ExternalToolMark[] {
    const ageMs = performance.now() - this.#readAt;
    if (this.#known === null || ageMs >= MAX_AGE_MS) return this.#reading.get();
    // In the second half of its lifetime, the cache is refreshed in the background, so that calls rarely wait for the database.
    if (ageMs >= REFRESH_AFTER_MS) this.#reading.get().catch(() => {});
    return this.#known;
  }

  /** Makes the next call of `current` read the marks from the database. */
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

/**
 * The mark by which a call of `tool` needs approval. Null if the call needs none. A mark for this customer has precedence over
 * one for all callers, then an exact name over a prefix, then a longer prefix over a shorter one.
 */
export function markOf(
  marks: readonly ExternalToolMark[],
  tool: string,
  customerId: string | null,
): ExternalToolMark | null {
  const name = tool.toLowerCase();
  let best: ExternalToolMark | null = null;
  for (const mark of marks) {
    if (mark.markedFor !== SERVICE_WIDE && mark.markedFor !== customerId) continue;
    if (mark.match === ToolNameMatch.EXACT ? name !== mark.name : !name.startsWith(mark.name)) continue;
    if (best === null || rankOf(mark) > rankOf(best)) best = mark;
  }
  return best;
}

const rankOf = ({ markedFor, match, name }: ExternalToolMark) =>
  (markedFor === SERVICE_WIDE ? 0 : 1_000) + (match === ToolNameMatch.EXACT ? 500 : 0) + name.length;
