import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseTime } from '../../platform/database/database-time.sql.ts';
import { CodeBaseline } from './code-baseline.entity.ts';
import type { OperatorCodes } from './operator-codes.ts';

/** Key of the only record. */
const NAME = 'operators';

/** State of the record that all earlier rows have got their codes. */
export type BaselineState = 'MISSING' | 'PROVEN' | 'CHANGED';

/** Compares the record with its code. */
export async function baselineState(em: EntityManager, { baseline }: OperatorCodes): Promise<BaselineState> {
  const record = await em.findOne(CodeBaseline, NAME);
  if (!record) return 'MISSING';
  return baseline.verifies(record, record.authenticationCode) ? 'PROVEN' : 'CHANGED';
}

/** Records that all rows up to now have got their codes. Replaces an earlier record. */
export async function recordBaseline(em: EntityManager, { baseline }: OperatorCodes): Promise<void> {
  const recordedAt = await databaseTime(em);
  await em.upsert(CodeBaseline, { name: NAME, recordedAt, authenticationCode: baseline.of({ recordedAt }) });
}
