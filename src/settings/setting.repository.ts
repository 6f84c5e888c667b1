import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../platform/database/database.ts';
import { sql } from '../platform/database/database.ts';
import type { EncryptedSample } from '../platform/encryption/encryption-canary.ts';
import type { SettingOrigin } from './setting-origin.ts';

export type PlainValue = boolean | number | string;

/** What is kept of a setting; all three are null where nothing is set in the back office. */
export interface Kept {
  value: PlainValue | null;
  enveloped: Buffer | null;
  digest: Buffer | null;
}

export const NOTHING: Kept = { value: null, enveloped: null, digest: null };

export interface KeptRow extends Kept {
  name: string;
  /** ISO 8601, as are all times here. */
  updatedAt: string;
  updatedBy: string;
  /** How often it was changed. */
  version: number;
  earlier: { digest: string; validUntil: string }[];
}

/** When each secret of a setting was last shown, by its digest in hex. */
export type SecretUses = Readonly<Record<string, string>>;

/** What the history tells of a value. Of a secret, its fingerprint. */
export interface Told {
  origin: SettingOrigin;
  value: PlainValue | null;
}

export interface ChangeRow {
  setting: string;
  from: Told;
  to: Told;
  overlapHours: number | null;
  changedAt: string;
  changedBy: string;
}

/** All that was ever changed here, by name. */
export async function keptRows(em: EntityManager): Promise<Map<string, KeptRow>> {
  const rows = await sql<KeptRow>(
    em,
    `select name, value, enveloped, digest, to_json(updated_at)#>>'{}' as "updatedAt", updated_by as "updatedBy",
            (select count(*)::int from setting_change where setting = name) as version,
            array(select json_build_object('digest', encode(digest, 'hex'), 'validUntil', valid_until)
                  from setting_earlier_secret where setting = name and valid_until > now() order by valid_until) as earlier
     from setting`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Values and enveloped secrets that are set, by name. */
export async function valuesSet(
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

/** The digest that is set, or null, and after it those of earlier secrets that are still valid. */
export async function digestsSet(database: Database, name: string): Promise<[Buffer | null, ...Buffer[]]> {
  return database.readValue(
    {
      name: 'setting_digests',
      text: `select array[(select digest from setting where name = $1)]
               || array(select digest from setting_earlier_secret where setting = $1 and valid_until > now())`,
    },
    [name],
  );
}

/** Makes changes of one setting take turns, and gives what is kept of it when the turn has come. */
export async function takeTurn(em: EntityManager, name: string, actor: string): Promise<Kept> {
  const [row] = await sql<Kept>(
    em,
    `insert into setting (name, updated_at, updated_by) values ($1, clock_timestamp(), $2)
     on conflict (name) do update set name = excluded.name returning value, enveloped, digest`,
    [name, actor],
  );
  return row!;
}

/** How often it was changed. */
export async function versionOf(em: EntityManager, name: string): Promise<number> {
  const [row] = await sql<{ version: number }>(
    em,
    'select count(*)::int as version from setting_change where setting = $1',
    [name],
  );
  return row!.version;
}

/** By the database's clock, once the turn has come: so the times of changes have the order of the changes. */
export async function keep(em: EntityManager, name: string, { value, enveloped, digest }: Kept, actor: string) {
  await sql(
    em,
    `update setting set value = $2::jsonb, enveloped = $3, digest = $4, updated_at = clock_timestamp(), updated_by = $5
     where name = $1`,
    [name, value === null ? null : JSON.stringify(value), enveloped, digest, actor],
  );
}

/** Lets the secret that was in force go on for so long. */
export async function letGoOn(em: EntityManager, name: string, digest: Buffer, hours: number): Promise<void> {
  await sql(
    em,
    `insert into setting_earlier_secret (setting, digest, valid_until)
     values ($1, $2, clock_timestamp() + make_interval(hours => $3))
     on conflict (setting, digest) do update set valid_until = excluded.valid_until`,
    [name, digest, hours],
  );
}

/** Of those that still go on. */
export async function earlierDigests(em: EntityManager, name: string): Promise<Buffer[]> {
  const rows = await sql<{ digest: Buffer }>(
    em,
    'select digest from setting_earlier_secret where setting = $1 and valid_until > clock_timestamp() order by digest',
    [name],
  );
  return rows.map(({ digest }) => digest);
}

/** Ends what was to go on: all of it, or only the one secret that is in force again. */
export async function endEarlier(em: EntityManager, name: string, digest: Buffer | null = null): Promise<void> {
  await sql(em, 'delete from setting_earlier_secret where setting = $1 and digest = coalesce($2, digest)', [
    name,
    digest,
  ]);
}

/** Gives how many there were. */
export async function forgetEnded(em: EntityManager): Promise<number> {
  return (await sql(em, 'delete from setting_earlier_secret where valid_until <= now() returning 1')).length;
}

/** By the database's clock, and at most once a minute however many processes tell of it. */
export async function noteUse(database: Database, setting: string, digest: Buffer): Promise<void> {
  await sql(
    database.orm.em.fork(),
    `insert into setting_secret_use as used (setting, digest, last_used_at) values ($1, $2, clock_timestamp())
     on conflict (setting, digest) do update set last_used_at = excluded.last_used_at
     where used.last_used_at < excluded.last_used_at - interval '1 minute'`,
    [setting, digest],
  );
}

/** By the name of the setting. */
export async function secretUses(em: EntityManager): Promise<Map<string, SecretUses>> {
  const rows = await sql<{ setting: string; uses: SecretUses }>(
    em,
    `select setting, json_object_agg(encode(digest, 'hex'), last_used_at) as uses
     from setting_secret_use group by setting`,
  );
  return new Map(rows.map(({ setting, uses }) => [setting, uses]));
}

/** Of secrets that nobody has shown for a year. Gives how many there were. */
export async function forgetUses(em: EntityManager): Promise<number> {
  const old = `last_used_at < now() - interval '1 year'`;
  return (await sql(em, `delete from setting_secret_use where ${old} returning 1`)).length;
}

/** One of the secrets that are kept encrypted. */
export async function envelopedSample(em: EntityManager): Promise<EncryptedSample | null> {
  const [row] = await sql<EncryptedSample>(
    em,
    'select enveloped as encrypted, name as context from setting where enveloped is not null limit 1',
  );
  return row ?? null;
}

export async function noteChange(em: EntityManager, change: Omit<ChangeRow, 'changedAt'>): Promise<void> {
  const { setting, from, to, overlapHours, changedBy } = change;
  await sql(
    em,
    `insert into setting_change
       (setting, from_origin, from_value, to_origin, to_value, overlap_hours, changed_at, changed_by)
     values ($1, $2, $3::jsonb, $4, $5::jsonb, $6, clock_timestamp(), $7)`,
    [setting, from.origin, jsonOf(from), to.origin, jsonOf(to), overlapHours, changedBy],
  );
}

/** The newest changes of each of these settings, newest first. */
export async function newestChanges(em: EntityManager, names: readonly string[], count: number): Promise<ChangeRow[]> {
  return sql<ChangeRow>(
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

function jsonOf({ value }: Told): string | null {
  return value === null ? null : JSON.stringify(value);
}
