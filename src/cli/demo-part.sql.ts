import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

/** True if the feature has created its example content in this installation. */
export async function hasDemoPart(em: EntityManager, feature: string): Promise<boolean> {
  const [row] = await sql<{ was: boolean }>(em, 'select exists (select from demo_part where name = $1) as was', [
    feature,
  ]);
  return row!.was;
}

/** Records that the feature has created its example content. */
export async function insertDemoPart(em: EntityManager, feature: string): Promise<void> {
  await sql(em, 'insert into demo_part (name) values ($1) on conflict (name) do nothing', [feature]);
}
