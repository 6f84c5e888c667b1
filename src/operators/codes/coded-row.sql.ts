import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Tables whose rows have an authentication code. */
export type CodedTableName =
  | 'operator'
  | 'operator_session'
  | 'operator_link'
  | 'operator_invitation'
  | 'operator_token';

export async function updateRowCode(
  em: EntityManager,
  table: CodedTableName,
  id: string,
  code: Uint8Array,
): Promise<void> {
  await sql(em, `update "${table}" set authentication_code = $2 where id = $1`, [id, code]);
}
