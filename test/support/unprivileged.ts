import { spawnSync } from 'node:child_process';

/** The account for servers that refuse to run as root: that of Debian's PostgreSQL. If the tests don't run as root, their own. */
export function unprivileged(): { uid: number; gid: number } {
  if (process.getuid?.() !== 0) return { uid: process.getuid!(), gid: process.getgid!() };
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  if (!uid || !gid) throw new Error('The account "postgres" is missing. Install Debian’s package postgresql-15.');
  return { uid, gid };
}
