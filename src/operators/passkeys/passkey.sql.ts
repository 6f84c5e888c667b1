import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Passkey as its owner sees it. */
export interface PasskeySummary {
  id: string;
  name: string;
  isBackedUp: boolean;
  /** Date when the passkey was added, e.g. `2026-11-22`. */
  addedOn: string;
  lastUsedOn: string | null;
}

/** Data that is needed to verify a passkey. */
export interface PasskeyRow {
  id: string;
  operatorId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: string;
}

interface NewPasskey {
  id: string;
  operatorId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
  isBackedUp: boolean;
}

/** Stores a new passkey. False if the operator has `most` already, or the passkey is already stored. */
export async function insertPasskey(em: EntityManager, passkey: NewPasskey, most: number): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into operator_passkey
       (id, operator_id, credential_id, public_key, counter, transports, name, is_backed_up)
     select $1, $2::text, $3, $4, $5, $6, $7, $8
     where (select count(*) from operator_passkey where operator_id = $2::text) < $9::int
     on conflict do nothing returning id`,
    [
      passkey.id,
      passkey.operatorId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.isBackedUp,
      most,
    ],
  );
  return rows.length > 0;
}

/** Finds a passkey by the credential id that the browser sent. Null if it is unknown. */
export async function findPasskey(em: EntityManager, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await sql<PasskeyRow>(
    em,
    `select id, operator_id as "operatorId", credential_id as "credentialId", public_key as "publicKey", counter
     from operator_passkey where credential_id = $1`,
    [credentialId],
  );
  return row ?? null;
}

/** Records a use of a passkey. False if its counter hasn’t grown; a counter that is always 0 is ignored. */
export async function recordPasskeyUse(em: EntityManager, id: string, counter: number): Promise<boolean> {
  const used = await sql(
    em,
    `update operator_passkey set counter = $2, last_used_at = current_timestamp(3)
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning true`,
    [id, counter],
  );
  return used.length > 0;
}

const dayOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;

/** Reads the passkeys of an operator, oldest first. */
export function readPasskeys(em: EntityManager, operatorId: string, most: number): Promise<PasskeySummary[]> {
  return sql<PasskeySummary>(
    em,
    `select id, name, is_backed_up as "isBackedUp", ${dayOf('created_at')} as "addedOn",
       ${dayOf('last_used_at')} as "lastUsedOn"
     from operator_passkey where operator_id = $1 order by id limit $2`,
    [operatorId, most],
  );
}

/** Reads the credential ids of an operator’s passkeys. */
export async function readCredentialIds(em: EntityManager, operatorId: string, most: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    'select credential_id as id from operator_passkey where operator_id = $1 limit $2',
    [operatorId, most],
  );
  return rows.map(({ id }) => id);
}

/** True if the operator has a passkey. */
export async function hasPasskey(em: EntityManager, operatorId: string): Promise<boolean> {
  return (await readCredentialIds(em, operatorId, 1)).length > 0;
}

/** Renames a passkey. False if it belongs to another operator or is unknown. */
export async function renamePasskey(
  em: EntityManager,
  { id, operatorId, name }: { id: string; operatorId: string; name: string },
): Promise<boolean> {
  const rows = await sql(
    em,
    'update operator_passkey set name = $3 where id = $1 and operator_id = $2 returning true',
    [id, operatorId, name],
  );
  return rows.length > 0;
}

/** Deletes a passkey and returns its credential id. Null if it belongs to another operator or is unknown. */
export async function deletePasskey(
  em: EntityManager,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<string | null> {
  const [row] = await sql<{ credentialId: string }>(
    em,
    'delete from operator_passkey where id = $1 and operator_id = $2 returning credential_id as "credentialId"',
    [id, operatorId],
  );
  return row?.credentialId ?? null;
}

/** Deletes all passkeys of an operator. Returns their number. */
export async function deletePasskeys(em: EntityManager, operatorId: string): Promise<number> {
  const rows = await sql(em, 'delete from operator_passkey where operator_id = $1 returning true', [operatorId]);
  return rows.length;
}
