import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from '../../platform/database/database.ts';

/** Authenticator app of an operator. */
export interface TotpRow {
  id: string;
  /** Encrypted. */
  secret: Buffer;
  isConfirmed: boolean;
}

/** Finds the authenticator app of an operator. Null if not found. */
export async function findTotp(em: EntityManager, operatorId: string): Promise<TotpRow | null> {
  const [row] = await sql<TotpRow>(
    em,
    `select id, secret, confirmed_at is not null as "isConfirmed" from operator_totp where operator_id = $1`,
    [operatorId],
  );
  return row ?? null;
}

/** Stores the secret of an unconfirmed authenticator app, which replaces an earlier one. False if a confirmed app exists. */
export async function beginTotp(
  em: EntityManager,
  { id, operatorId, secret }: { id: string; operatorId: string; secret: Buffer },
): Promise<boolean> {
  const rows = await sql(
    em,
    `insert into operator_totp as kept (id, operator_id, secret) values ($1, $2, $3)
     on conflict (operator_id) do update set id = excluded.id, secret = excluded.secret, created_at = current_timestamp(3)
     where kept.confirmed_at is null returning true`,
    [id, operatorId, secret],
  );
  return rows.length > 0;
}

/** Confirms an authenticator app, with the time step of its first code. False if it is confirmed already or deleted. */
export async function confirmTotp(
  em: EntityManager,
  { id, operatorId, step }: { id: string; operatorId: string; step: number },
): Promise<boolean> {
  const confirmed = await sql(
    em,
    `update operator_totp set confirmed_at = current_timestamp(3), last_step = $3
     where id = $1 and operator_id = $2 and confirmed_at is null returning true`,
    [id, operatorId, step],
  );
  return confirmed.length > 0;
}

/** Locks the confirmed authenticator app of an operator until the transaction ends. False if none exists. */
export async function lockConfirmedTotp(em: EntityManager, operatorId: string): Promise<boolean> {
  const rows = await sql(
    em,
    'select 1 from operator_totp where operator_id = $1 and confirmed_at is not null for update',
    [operatorId],
  );
  return rows.length > 0;
}

/**
 * Marks the codes of a time step and of all steps before it as used. False if a code of this step or a later one was used
 * already.
 */
export async function takeTotpStep(em: EntityManager, id: string, step: number): Promise<boolean> {
  const used = await sql(
    em,
    `update operator_totp set last_step = $2
     where id = $1 and confirmed_at is not null and (last_step is null or last_step < $2) returning true`,
    [id, step],
  );
  return used.length > 0;
}

/** Deletes the authenticator app of an operator. False if none exists. */
export async function deleteTotp(em: EntityManager, operatorId: string): Promise<boolean> {
  return (await sql(em, 'delete from operator_totp where operator_id = $1 returning true', [operatorId])).length > 0;
}

/** Counts the unused recovery codes of an operator. */
export async function countRecoveryCodes(em: EntityManager, operatorId: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    'select count(*)::int as count from operator_recovery_code where operator_id = $1',
    [operatorId],
  );
  return row!.count;
}

/** Stores recovery codes of an operator, as digests. */
export async function insertRecoveryCodes(
  em: EntityManager,
  operatorId: string,
  digests: readonly Buffer[],
): Promise<void> {
  await sql(em, 'insert into operator_recovery_code (digest, operator_id) select unnest($1::bytea[]), $2', [
    digests,
    operatorId,
  ]);
}

/** Deletes a recovery code because it is used. False if it belongs to another operator or is unknown. */
export async function takeRecoveryCode(em: EntityManager, operatorId: string, digest: Buffer): Promise<boolean> {
  const spent = await sql(
    em,
    'delete from operator_recovery_code where digest = $1 and operator_id = $2 returning true',
    [digest, operatorId],
  );
  return spent.length > 0;
}

/** Deletes all recovery codes of an operator. */
export async function deleteRecoveryCodes(em: EntityManager, operatorId: string): Promise<void> {
  await sql(em, 'delete from operator_recovery_code where operator_id = $1', [operatorId]);
}
