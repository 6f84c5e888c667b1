import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

/** How far each log is published, as far as this process has had to look: a published checkpoint is for ever, and logs only grow. */
export class PublishedSizes {
  readonly #sizes = new Map<number, number>();

  /** Whether something holds of the newest checkpoint's size, given that it stays so in every larger tree. */
  async has(em: EntityManager, log: number, isCovered: (size: number) => boolean): Promise<boolean> {
    if (isCovered(this.#sizes.get(log) ?? 0)) return true;
    const [newest] = await sql<{ size: string | null }>(
      em,
      'select max(size) as size from log_checkpoint where log = $1',
      [log],
    );
    const size = Number(newest!.size ?? 0);
    this.#sizes.set(log, size);
    return isCovered(size);
  }
}
