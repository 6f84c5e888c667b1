import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/releases');

/**
 * The folder of an earlier release, built from its commit with its own packages. It is built once and then kept in
 * `node_modules/.cache/releases`; `RELEASE_FOLDER` names one that was built elsewhere.
 * @throws when the repository was cloned without that commit
 */
export function builtRelease(commit: string): string {
  if (process.env.RELEASE_FOLDER) return path.resolve(process.env.RELEASE_FOLDER);
  const folder = path.join(CACHE, commit);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const archive = path.join(unfinished, 'release.tar');
    execFileSync('git', ['archive', '--output', archive, commit], { cwd: import.meta.dirname });
    execFileSync('tar', ['-xf', archive, '-C', unfinished]);
    rmSync(archive);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}
