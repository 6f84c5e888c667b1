import type { Context } from '../context.ts';
import { type EnvelopedColumn, lockEnveloped, updateEnveloped } from './encryption.sql.ts';
import type { EnvelopeEncryption } from './envelope-encryption.ts';

/** Maximum number of encrypted texts in memory at once. Texts can be large. */
const BATCH = 100;

/**
 * Re-encrypts all records' keys with another master key, in one transaction. Skips records that already use that key, so the call
 * can be repeated. Returns the number of changed records.
 * @throws if neither master key decrypts a record
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
            throw new Error(
              `PREVIOUS_ENCRYPTION_KEY can't decrypt ${one.table} ${row.context}. Set it to the key that was used last. Nothing was changed.`,
            );
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
