import type { EntityManager } from '@mikro-orm/postgresql';
import { baselineState, replaceBaseline } from './code-baseline.ts';
import { updateRowCode } from './coded-row.sql.ts';
import { codedRows } from './coded-tables.ts';
import { OperatorCodes } from './operator-codes.ts';

/**
 * Replaces the codes of all rows when the master key is replaced. Rows whose code doesn’t match the previous key were refused
 * before, and stay so.
 * @param previous null if the previous key is lost: then all rows stay refused until they are admitted or created again
 */
export async function replaceCodes(em: EntityManager, previous: Buffer | null, next: Buffer): Promise<void> {
  const [before, after] = [previous && new OperatorCodes(previous), new OperatorCodes(next)];
  const state = await baselineState(em, before ?? after);
  // Without the previous key, the record can’t be verified. A new one keeps the next start from computing codes of all rows.
  if (before ? state === 'PROVEN' : state === 'CHANGED') await replaceBaseline(em, after);
  if (!before) return;
  for await (const { table, row } of codedRows(em)) {
    if (row.isProven(before)) await updateRowCode(em, table, row.id, row.codeBy(after));
  }
}
