import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../database/database.ts';

/** Announcement that an object expires in `daysBefore` days or less. */
export interface DueAnnouncement {
  subjectId: string;
  endsAt: Date;
  daysBefore: number;
}

/** Stores announcements of expirations. Returns the ids of the subjects whose announcement wasn't stored before. */
export async function insertAnnouncements(em: EntityManager, due: readonly DueAnnouncement[]): Promise<Set<string>> {
  if (due.length === 0) return new Set();
  const rows = await sql<{ id: string }>(
    em,
    `insert into announced_ending as known (subject_id, ends_at, days_before)
       select * from unnest($1::text[], $2::timestamptz[], $3::smallint[])
     on conflict (subject_id) do update set ends_at = excluded.ends_at, days_before = excluded.days_before
       where known.ends_at <> excluded.ends_at or known.days_before > excluded.days_before
     returning subject_id as id`,
    [due.map(({ subjectId }) => subjectId), due.map(({ endsAt }) => endsAt), due.map(({ daysBefore }) => daysBefore)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the announcements of expirations that were more than `days` days ago. Returns the number of deleted announcements. */
export async function deleteOldAnnouncements(em: EntityManager, days: number): Promise<number> {
  const rows = await sql(
    em,
    'delete from announced_ending where ends_at < now() - make_interval(days => $1) returning subject_id',
    [days],
  );
  return rows.length;
}

/** An API key, token or link that stops working at `expiresAt`. */
export interface ExpiringCredential {
  id: string;
  name: string;
  /** Customer that owns the credential. Null for a credential of the service. */
  customerId: string | null;
  createdAt: Date;
  expiresAt: Date;
}
