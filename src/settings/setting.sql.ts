import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { sql } from '../platform/database/database.ts';
import type { EncryptedSample } from '../platform/encryption/encryption-canary.ts';
import type { SettingOrigin } from './setting-origin.ts';

export type PlainValue = boolean | number | string;

/** Stored value of a setting. All three fields are null if no value is set in the back office. */
export interface StoredValue {
  value: PlainValue | null;
  enveloped: Buffer | null;
  digest: Buffer | null;
}

export const NOT_STORED: StoredValue = { value: null, enveloped: null, digest: null };

export interface StoredSettingRow extends StoredValue {
  name: string;
  /** Time of the last change, in ISO 8601. */
  updatedAt: string;
  updatedBy: string;
  /** Number of changes of the setting so far. */
  version: number;
  earlier: { digest: string; validUntil: string }[];
}

/** Last use of each secret of a setting, by its digest in hex. */
export type SecretUses = Readonly<Record<string, string>>;

/** Value of a setting as its history records it. For a secret, its fingerprint. */
export interface AuditedValue {
  origin: SettingOrigin;
  value: PlainValue | null;
}

export interface SettingChangeRow {
  setting: string;
  from: AuditedValue;
  to: AuditedValue;
  overlapHours: number | null;
  changedAt: string;
  changedBy: string;
}

/** Reads the rows of all settings that were ever changed in the back office, by name. */
export async function readStored(em: EntityManager): Promise<Map<string, StoredSettingRow>> {
  const rows = await sql<StoredSettingRow>(
    em,
    `select name, value, enveloped, digest, to_json(updated_at)#>>'{}' as "updatedAt", updated_by as "updatedBy",
            (select count(*)::int from setting_change where setting = name) as version,
            array(select json_build_object('digest', encode(digest, 'hex'), 'validUntil', valid_until)
                  from setting_earlier_secret where setting = name and valid_until > now() order by valid_until) as earlier
     from setting`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Reads the plain values and the encrypted secrets that are set in the back office, by name of the setting. */
export async function readValues(
  database: Database,
): Promise<Record<string, { value: PlainValue | null; enveloped: string | null }>> {
  return database.readValue(
    {
      name: 'settings_set',
      text: `select coalesce(json_object_agg(name, json_build_object('value', value, 'enveloped', encode(enveloped, 'base64'))), '{}')
             from setting where value is not null or enveloped is not null`,
    },
    [],
  );
}

/** Reads the digest of a setting’s current secret, or null, followed by those of earlier secrets that are still valid. */
export async function readDigests(database: Database, name: string): Promise<[Buffer | null, ...Buffer[]]> {
  return database.readValue(
    {
      name: 'setting_digests',
      text: `select array[(select digest from setting where name = $1)]
               || array(select digest from setting_earlier_secret where setting = $1 and valid_until > now())`,
    },
    [name],
  );
}

/**
 * Locks a setting until the transaction ends, and reads its row, which is created if it doesn’t exist. Concurrent changes wait.
 */
export async function lockSetting(em: EntityManager, name: string, actor: string): Promise<StoredValue> {
  const [row] = await sql<StoredValue>(
    em,
    `insert into setting (name, updated_at, updated_by) values ($1, clock_timestamp(), $2)
     on conflict (name) do update set name = excluded.name returning value, enveloped, digest`,
    [name, actor],
  );
  return row!;
}

/** Counts the changes of a setting. */
export async function readVersion(em: EntityManager, name: string): Promise<number> {
  const [row] = await sql<{ version: number }>(
    em,
    'select count(*)::int as version from setting_change where setting = $1',
    [name],
  );
  return row!.version;
}

/** Sets the stored value of a setting. Uses the database’s time, so that later changes have later times. */
export async function updateStored(
  em: EntityManager,
  name: string,
  { value, enveloped, digest }: StoredValue,
  actor: string,
) {
  await sql(
    em,
    `update setting set value = $2::jsonb, enveloped = $3, digest = $4, updated_at = clock_timestamp(), updated_by = $5
     where name = $1`,
    [name, value === null ? null : JSON.stringify(value), enveloped, digest, actor],
  );
}

/** Stores a replaced secret of a setting, which stays valid for `hours`. */
export async function insertPreviousSecret(
  em: EntityManager,
  name: string,
  digest: Buffer,
  hours: number,
): Promise<void> {
  await sql(
    em,
    `insert into setting_earlier_secret (setting, digest, valid_until)
     values ($1, $2, clock_timestamp() + make_interval(hours => $3))
     on conflict (setting, digest) do update set valid_until = excluded.valid_until`,
    [name, digest, hours],
  );
}

/** Reads the digests of a setting’s earlier secrets that are still valid. */
export async function readEarlierDigests(em: EntityManager, name: string): Promise<Buffer[]> {
  const rows = await sql<{ digest: Buffer }>(
    em,
    'select digest from setting_earlier_secret where setting = $1 and valid_until > clock_timestamp() order by digest',
    [name],
  );
  return rows.map(({ digest }) => digest);
}

/** Deletes all earlier secrets of a setting, or only the one with this digest. */
export async function deletePreviousSecrets(
  em: EntityManager,
  name: string,
  digest: Buffer | null = null,
): Promise<void> {
  await sql(em, 'delete from setting_earlier_secret where setting = $1 and digest = coalesce($2, digest)', [
    name,
    digest,
  ]);
}

/** Deletes earlier secrets that have expired. Returns the number of deleted secrets. */
export async function deleteEndedSecrets(em: EntityManager): Promise<number> {
  return (await sql(em, 'delete from setting_earlier_secret where valid_until <= now() returning 1')).length;
}

/** Records that a secret was used, with the time of the database, at most once a minute. */
export async function recordUse(database: Database, setting: string, digest: Buffer): Promise<void> {
  await sql(
    database.orm.em.fork(),
    `insert into setting_secret_use as used (setting, digest, last_used_at) values ($1, $2, clock_timestamp())
     on conflict (setting, digest) do update set last_used_at = excluded.last_used_at
     where used.last_used_at < excluded.last_used_at - interval '1 minute'`,
    [setting, digest],
  );
}

/** Reads when secrets were last used, by name of the setting. */
export async function readUses(em: EntityManager): Promise<Map<string, SecretUses>> {
  const rows = await sql<{ setting: string; uses: SecretUses }>(
    em,
    `select setting, json_object_agg(encode(digest, 'hex'), last_used_at) as uses
     from setting_secret_use group by setting`,
  );
  return new Map(rows.map(({ setting, uses }) => [setting, uses]));
}

/** Deletes the use records of secrets that were last used over a year ago. Returns the number of deleted records. */
export async function deleteOldUses(em: EntityManager): Promise<number> {
  const old = `last_used_at < now() - interval '1 year'`;
  return (await sql(em, `delete from setting_secret_use where ${old} returning 1`)).length;
}

/** Reads one of the encrypted secrets. Null if no secret is set. */
export async function findEncryptedSample(em: EntityManager): Promise<EncryptedSample | null> {
  const [row] = await sql<EncryptedSample>(
    em,
    'select enveloped as encrypted, name as context from setting where enveloped is not null limit 1',
  );
  return row ?? null;
}

/** Records a change of a setting, with the database’s time. */
export async function insertChange(em: EntityManager, change: Omit<SettingChangeRow, 'changedAt'>): Promise<void> {
  const { setting, from, to, overlapHours, changedBy } = change;
  await sql(
    em,
    `insert into setting_change
       (setting, from_origin, from_value, to_origin, to_value, overlap_hours, changed_at, changed_by)
     values ($1, $2, $3::jsonb, $4, $5::jsonb, $6, clock_timestamp(), $7)`,
    [setting, from.origin, jsonOf(from), to.origin, jsonOf(to), overlapHours, changedBy],
  );
}

/** Reads the newest changes of each of these settings, at most `count` per setting, newest first. */
export async function readNewestChanges(
  em: EntityManager,
  names: readonly string[],
  count: number,
): Promise<SettingChangeRow[]> {
  return sql<SettingChangeRow>(
    em,
    `select setting, json_build_object('origin', from_origin, 'value', from_value) as "from",
            json_build_object('origin', to_origin, 'value', to_value) as "to",
            overlap_hours as "overlapHours", to_json(changed_at)#>>'{}' as "changedAt", changed_by as "changedBy"
     from unnest($1::text[]) as wanted (name)
     cross join lateral (select * from setting_change where setting = name order by number desc limit $2) change
     order by number desc`,
    [names, count],
  );
}

function jsonOf({ value }: AuditedValue): string | null {
  return value === null ? null : JSON.stringify(value);
}
