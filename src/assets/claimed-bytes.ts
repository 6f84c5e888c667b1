import type { Context } from '../platform/context.ts';
import { sql } from '../platform/database/database.ts';
import type { BlobStore } from '../platform/storage/blob-store.ts';

/** Of a lock in PostgreSQL: who erases pictures keeps those waiting who are about to name bytes, for as long as its rows take. */
const ERASING = 7_064_501;

/** Nobody begins to name bytes, or is in the middle of it, until the transaction of the context has ended. */
export async function holdNaming({ em }: Context): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock($1)', [ERASING]);
}

/** Bytes that were put, and that a row of this transaction is about to name. */
export interface NamedBytes {
  key: string;
  extension: string;
  bytes: Uint8Array;
}

/**
 * To be called in the transaction that names bytes, before it does. The same bytes may have been erased since they were put, or be
 * about to be: then they are put once more, and nobody erases them for what was before.
 */
export async function claimBytes({ em }: Context, store: BlobStore, named: readonly NamedBytes[]): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock_shared($1)', [ERASING]);
  const erased = await sql<{ key: string }>(
    em,
    'select key from purged_blob where key = any($1) order by key for update',
    [named.map(({ key }) => key)],
  );
  if (erased.length === 0) return;
  const keys = erased.map(({ key }) => key);
  for (const { key, bytes, extension } of named) if (keys.includes(key)) await store.put(bytes, extension);
  await sql(em, 'delete from purged_blob where key = any($1)', [keys]);
}
