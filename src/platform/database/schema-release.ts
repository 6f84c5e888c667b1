import { CommandError, ExitCode } from '../command-line/exit.ts';
import { commitWords, RELEASE, type Release } from '../program/release.ts';
import { findRelease, type RunQuery, writeRelease } from './migration.sql.ts';

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
  query: RunQuery,
  migrations: readonly string[],
  { version, commit }: Release = RELEASE,
): Promise<void> {
  await writeRelease(query, migrations, { release: version, commit });
}

/**
 * @param unknown the migrations of the database that this release does not have
 * @throws SchemaTooNew where there are any. What runs already is not asked: during a rolling upgrade it goes on.
 */
export async function assertSchemaKnown(query: RunQuery, unknown: readonly string[]): Promise<void> {
  if (unknown.length === 0) return;
  const { detail, advice } = await whySchemaTooNew(query, unknown);
  throw new SchemaTooNew(`${detail}. ${advice}.`);
}

/** Names the release that ran the newest of the migrations that this release does not have, and says what to do. */
export async function whySchemaTooNew(
  query: RunQuery,
  unknown: readonly string[],
  own: Release = RELEASE,
): Promise<{ detail: string; advice: string }> {
  const by = await findRelease(query, unknown);
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
