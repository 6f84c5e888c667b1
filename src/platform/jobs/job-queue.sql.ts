import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';

/** Later than any clock of a machine in use, and within what the difference of two dates can express. */
const NEVER = '9000-01-01';

/** Keeps pg-boss from deleting old jobs by itself. Does nothing before its first start. */
export async function postponeDeletion(em: EntityManager, schema: string): Promise<void> {
  const [row] = await sql<{ isThere: boolean }>(em, 'select to_regclass($1) is not null as "isThere"', [
    `"${schema}".queue`,
  ]);
  if (!row!.isThere) return;
  await sql(em, `update "${schema}".queue set maintain_on = '${NEVER}' where maintain_on is distinct from '${NEVER}'`);
}

/** Has pg-boss delete old jobs the next time that it supervises. */
export async function allowDeletion(em: EntityManager, schema: string): Promise<void> {
  await sql(em, `update "${schema}".queue set maintain_on = null`);
}
