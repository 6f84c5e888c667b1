import { CommandError, ExitCode } from '../command-line/exit.ts';
import { commitWords, RELEASE, type Release } from '../program/release.ts';
import { findRelease, type RunQuery, writeRelease } from './migration.sql.ts';

/** The database was migrated by a newer release than this one. */
export class SchemaTooNew extends CommandError {
  override readonly name = 'SchemaTooNew';

  constructor(message: string) {
    super(ExitCode.CONFIG, message);
  }
}

/**
 * Records that `release` is about to run these migrations, so that a database is never migrated without a trace of the release.
 * The caller must hold the lock of migrations.
 */
export async function noteRelease(
  query: RunQuery,
  migrations: readonly string[],
  { version, commit }: Release = RELEASE,
): Promise<void> {
  await writeRelease(query, migrations, { release: version, commit });
}

/**
 * Checks that this release knows all migrations of the database. Called only at a start: running processes continue during a
 * rolling upgrade.
 * @param unknown migrations of the database that this release doesn't have
 * @throws SchemaTooNew if there are any
 */
export async function assertSchemaKnown(query: RunQuery, unknown: readonly string[]): Promise<void> {
  if (unknown.length === 0) return;
  const { detail, advice } = await schemaTooNewProblem(query, unknown);
  throw new SchemaTooNew(`${detail}. ${advice}.`);
}

/** Describes the problem: names the release that ran the newest unknown migration, and says what to do. */
export async function schemaTooNewProblem(
  query: RunQuery,
  unknown: readonly string[],
  own: Release = RELEASE,
): Promise<{ detail: string; advice: string }> {
  const by = await findRelease(query, unknown);
  if (!by) {
    return {
      detail: `The database was upgraded by an unnamed release of Imprimatur. This release (${own.version}) can't use it, because it doesn't know ${unknown.join(', ')}`,
      advice: 'Start the release that was used last, or restore a backup from before the upgrade',
    };
  }
  // Names the commits if the releases are the same, to distinguish two builds.
  const isSame = by.release === own.version;
  const named = isSame ? `${by.release} (commit ${by.commit ?? 'unknown'})` : by.release;
  const ownName = isSame ? `${own.version}, ${commitWords(own)}` : own.version;
  return {
    detail: `The database was upgraded by Imprimatur ${named}, which this release (${ownName}) can't use`,
    advice: 'Start that release or newer, or restore a backup from before the upgrade',
  };
}
