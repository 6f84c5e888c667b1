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

/** Records that all rows up to now have got their codes. */
export async function recordBaseline(em: EntityManager, { baseline }: OperatorCodes): Promise<void> {
  const recordedAt = await databaseTime(em);
  await em.insert(CodeBaseline, { name: NAME, recordedAt, authenticationCode: baseline.of({ recordedAt }) });
}

/** Replaces the record after the master key was replaced. */
export async function replaceBaseline(em: EntityManager, { baseline }: OperatorCodes): Promise<void> {
  const recordedAt = await databaseTime(em);
  await em.nativeUpdate(CodeBaseline, NAME, { recordedAt, authenticationCode: baseline.of({ recordedAt }) });
}
