import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../platform/database/database.ts';

/** Key of the PostgreSQL advisory lock that keeps transactions which refer to bytes apart from those which delete bytes. */
const DELETING = 7_064_531;

/** Waits for a transaction that deletes bytes, and blocks new ones until the current transaction ends. */
export async function blockDeletion(em: EntityManager): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock_shared($1)', [DELETING]);
}

/** Waits for every transaction that refers to bytes, and blocks new ones until the current transaction ends. */
export async function lockDeletion(em: EntityManager): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock($1)', [DELETING]);
}

/** Records blobs to which a version doesn’t refer any more. */
export async function insertReleasedBlobs(em: EntityManager, keys: readonly string[]): Promise<void> {
  await sql(
    em,
    'insert into document_released_blob (key) select distinct * from unnest($1::text[]) on conflict (key) do nothing',
    [keys],
  );
}

/** Reads and locks released blobs, and says which of them no version refers to. Skips rows that are locked. */
export function lockReleasedBlobs(em: EntityManager, most: number): Promise<{ key: string; isFree: boolean }[]> {
  return sql(
    em,
    `select key, not exists (
         select from document_version
         where document_version.sha256 = split_part(split_part(key, '/', 3), '.', 1)
           and key like '%.document' and document_version.state <> 'ERASED')
       and not exists (
         select from document_version
         where document_version.reading_sha256 = split_part(split_part(key, '/', 3), '.', 1) and key like '%.reading')
       as "isFree"
     from document_released_blob order by key limit $1 for update skip locked`,
    [most],
  );
}

export async function deleteReleasedBlobs(em: EntityManager, keys: readonly string[]): Promise<void> {
  await sql(em, 'delete from document_released_blob where key = any($1)', [keys]);
}
