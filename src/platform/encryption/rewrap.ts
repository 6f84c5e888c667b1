import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import type { EnvelopeEncryption } from './envelope-encryption.ts';

/** A column of things that are encrypted, each for what stands in another column of its row. */
export interface EnvelopedColumn {
  table: string;
  column: string;
  /** The one that holds what each is encrypted for: the row's key. */
  context: string;
}

/** Texts may be large: so many are held at a time. */
const BATCH = 100;

/**
 * Encrypts the keys of all these for another master key, in one transaction: all or none. What has been is left, so it can be
 * done again. Gives how many there were to do. @throws where one is of neither key
 */
export function rewrapAll(
  ctx: Context,
  columns: readonly EnvelopedColumn[],
  previous: EnvelopeEncryption,
  next: EnvelopeEncryption,
): Promise<number> {
  return ctx.transactional(async ({ em }) => {
    let count = 0;
    for (const { table, column, context } of columns) {
      for (let after = ''; ; ) {
        const rows = await sql<{ context: string; encrypted: Buffer }>(
          em,
          `select "${context}" as context, "${column}" as encrypted from "${table}"
           where "${column}" is not null and "${context}" > $1 order by "${context}" limit ${BATCH} for update`,
          [after],
        );
        for (const row of rows) {
          if (next.opens(row.encrypted, row.context)) continue;
          if (!previous.opens(row.encrypted, row.context)) {
            throw new Error(`PREVIOUS_ENCRYPTION_KEY does not open ${table} ${row.context}. Nothing was changed.`);
          }
          await sql(em, `update "${table}" set "${column}" = $2 where "${context}" = $1`, [
            row.context,
            previous.rewrapped(row.encrypted, row.context, next),
          ]);
          count++;
        }
        if (rows.length < BATCH) break;
        after = rows.at(-1)!.context;
      }
    }
    return count;
  });
}
