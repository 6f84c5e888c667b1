import { CommandError, ExitCode } from '../command-line/exit.ts';
import { commitWords, RELEASE, type Release } from '../program/release.ts';

/**
 * Which release ran each migration. Like the list of migrations itself it is no part of the schema that migrations make: it is
 * there before the first of them.
 */
export const SCHEMA_RELEASE_TABLE = 'schema_release';

type Query = (text: string, values?: unknown[]) => Promise<object[]>;

interface MigratedBy {
  release: string;
  commit: string | null;
}

/** The database was upgraded by a release that came after this one. */
export class SchemaTooNew extends CommandError {
  override readonly name = 'SchemaTooNew';

  constructor(message: string) {
    super(ExitCode.CONFIG, message);
  }
}

/**
 * Notes that `release` is about to run these migrations, so that a process that dies in between has not left one without a
 * name. For who holds the lock of migrations.
 */
export async function noteRelease(
  query: Query,
  migrations: readonly string[],
  { version, commit }: Release = RELEASE,
): Promise<void> {
  await query(
    `create table if not exists ${SCHEMA_RELEASE_TABLE} (
       migration varchar(255) primary key, release varchar(64) not null, commit varchar(64),
       migrated_at timestamptz(3) not null default now())`,
  );
  await query(
    `insert into ${SCHEMA_RELEASE_TABLE} (migration, release, commit) select unnest($1::text[]), $2, $3
     on conflict (migration) do update
       set release = excluded.release, commit = excluded.commit, migrated_at = excluded.migrated_at`,
    [migrations, version, commit],
  );
}

/**
 * @param unknown the migrations of the database that this release does not have
 * @throws SchemaTooNew where there are any. What runs already is not asked: during a rolling upgrade it goes on.
 */
export async function assertSchemaKnown(query: Query, unknown: readonly string[]): Promise<void> {
  if (unknown.length === 0) return;
  const { detail, advice } = await whySchemaTooNew(query, unknown);
  throw new SchemaTooNew(`${detail}. ${advice}.`);
}

/** Names the release that ran the newest of the migrations that this release does not have, and says what to do. */
export async function whySchemaTooNew(
  query: Query,
  unknown: readonly string[],
  own: Release = RELEASE,
): Promise<{ detail: string; advice: string }> {
  const by = await migratedBy(query, unknown);
  if (!by) {
    return {
      detail: `The database was upgraded by a release of Imprimatur that did not leave its name, which this release (${own.version}) can't use: it does not know ${unknown.join(', ')}`,
      advice: 'Start the release that was used last, or restore a backup from before the upgrade',
    };
  }
  // Two builds of one release are told apart by their commits.
  const isSame = by.release === own.version;
  const named = isSame ? `${by.release} (commit ${by.commit ?? 'unknown'})` : by.release;
  const ownName = isSame ? `${own.version}, ${commitWords(own)}` : own.version;
  return {
    detail: `The database was upgraded by Imprimatur ${named}, which this release (${ownName}) can't use`,
    advice: 'Start that release or newer, or restore a backup from before the upgrade',
  };
}

async function migratedBy(query: Query, migrations: readonly string[]): Promise<MigratedBy | null> {
  const [found] = await query(`select to_regclass('${SCHEMA_RELEASE_TABLE}') is not null as "isThere"`);
  if (!(found as { isThere: boolean }).isThere) return null;
  const [row] = await query(
    `select release, commit from ${SCHEMA_RELEASE_TABLE} where migration = any($1)
     order by migrated_at desc, migration desc limit 1`,
    [migrations],
  );
  return (row as MigratedBy | undefined) ?? null;
}
