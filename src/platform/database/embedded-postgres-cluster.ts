import { spawnSync } from 'node:child_process';
import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseRole } from './database-roles.ts';
import { assertNothingIsLost, keepPlace, makeServerFolder, type ServerPlace } from './embedded-postgres-place.ts';
import { endProcesses, processesOf } from './embedded-postgres-processes.ts';

/**
 * Creates the files of an empty database server with `initdb`, in a temporary folder that is renamed at the end, so that a crash
 * leaves no partial database.
 * @throws Error if an existing database would be lost; if `initdb` fails, with its output
 */
export async function createCluster(dataDir: string, place: ServerPlace, superuser: DatabaseRole): Promise<void> {
  assertNothingIsLost(place);
  const { binaries, account, dataDirectory } = place;
  const draft = `${dataDirectory}.new`;
  const passwordFile = `${draft}.password`;
  await endProcesses(() => processesOf(draft, null), 'SIGKILL');
  rmSync(draft, { recursive: true, force: true });
  rmSync(dataDirectory, { recursive: true, force: true });
  try {
    makeServerFolder(draft, account);
    writeFileSync(passwordFile, superuser.password, { mode: 0o600 });
    if (account) chownSync(passwordFile, account.uid, account.gid);
    const { error, status, stderr, stdout } = spawnSync(
      path.join(binaries, 'bin', 'initdb'),
      [
        '-D',
        draft,
        '-U',
        superuser.name,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // PostgreSQL's built-in locale, so that sorting doesn't depend on the machine.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ],
      { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, encoding: 'utf8', ...account },
    );
    if (status !== 0) {
      throw new Error(`initdb failed: ${(error?.message || stderr || stdout || 'no output').trim().slice(-1_000)}`);
    }
    renameSync(draft, dataDirectory);
    keepPlace(dataDir, place);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
