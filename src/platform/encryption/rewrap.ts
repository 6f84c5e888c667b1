import type { Context } from '../context.ts';
import { type EnvelopedColumn, lockEnveloped, updateEnveloped } from './encryption.sql.ts';
import type { EnvelopeEncryption } from './envelope-encryption.ts';

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
    for (const one of columns) {
      for (let after = ''; ; ) {
        const rows = await lockEnveloped(em, one, { after, most: BATCH });
        for (const row of rows) {
          if (next.opens(row.encrypted, row.context)) continue;
          if (!previous.opens(row.encrypted, row.context)) {
            throw new Error(`PREVIOUS_ENCRYPTION_KEY does not open ${one.table} ${row.context}. Nothing was changed.`);
          }
          const encrypted = previous.rewrapped(row.encrypted, row.context, next);
          await updateEnveloped(em, one, { context: row.context, encrypted });
          count++;
        }
        if (rows.length < BATCH) break;
        after = rows.at(-1)!.context;
      }
    }
    return count;
  });
}
