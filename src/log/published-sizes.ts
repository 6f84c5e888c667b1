import type { EntityManager } from '@mikro-orm/postgresql';
import { readPublishedSize } from './log-checkpoint.sql.ts';

/** How far each log is published, as far as this process has had to look: a published checkpoint is for ever, and logs only grow. */
export class PublishedSizes {
  readonly #sizes = new Map<number, number>();

  /** Whether something holds of the newest checkpoint's size, given that it stays so in every larger tree. */
  async has(em: EntityManager, log: number, isCovered: (size: number) => boolean): Promise<boolean> {
    if (isCovered(this.#sizes.get(log) ?? 0)) return true;
    const size = await readPublishedSize(em, log);
    this.#sizes.set(log, size);
    return isCovered(size);
  }
}
