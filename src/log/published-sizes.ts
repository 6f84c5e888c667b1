import type { EntityManager } from '@mikro-orm/postgresql';
import { readPublishedSize } from './log-checkpoint.sql.ts';

/**
 * Caches the largest published size of each log that this process has read. Published checkpoints are permanent and logs only
 * grow.
 */
export class PublishedSizes {
  readonly #sizes = new Map<number, number>();

  /** True if a condition is met at the newest published size of a log. The condition must also hold for every larger size. */
  async has(em: EntityManager, log: number, isCovered: (size: number) => boolean): Promise<boolean> {
    if (isCovered(this.#sizes.get(log) ?? 0)) return true;
    const size = await readPublishedSize(em, log);
    this.#sizes.set(log, size);
    return isCovered(size);
  }
}
