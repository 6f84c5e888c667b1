import { execFileSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Sources of the build. A build counts as changed only if one of these has uncommitted changes. */
const SOURCES = ['src', 'schema', 'docs', 'bin', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
const HASH = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

export interface BuildCommit {
  commit: string | null;
  isChanged: boolean | null;
}

/** Writes the commit of the build next to the program, where `src/platform/program/release.ts` reads it. */
export function writeCommit(folder: string, env: NodeJS.ProcessEnv = process.env, root = ROOT): BuildCommit {
  const found = commitOf(env, root);
  writeFileSync(path.join(folder, 'commit.json'), `${JSON.stringify(found)}\n`);
  return found;
}

/**
 * Commit of the build. Git reports it; without a git repository, as in an image, the variable COMMIT does.
 * @throws if COMMIT isn't the full hash of a commit
 */
export function commitOf(env: NodeJS.ProcessEnv, root: string): BuildCommit {
  const given = env.COMMIT?.trim();
  if (given && !HASH.test(given))
    throw new Error('COMMIT is not the full hash of a commit. Set it to the output of `git rev-parse HEAD`.');
  const ofGit = askGit(root);
  if (ofGit) return ofGit;
  // COMMIT doesn't say whether files were changed.
  return { commit: given || null, isChanged: null };
}

function askGit(root: string): BuildCommit | null {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // The folder can be inside another repository, whose commit means nothing here.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return null;
    const commit = git('rev-parse', 'HEAD');
    return { commit, isChanged: git('status', '--porcelain', '--', ...SOURCES) !== '' };
  } catch {
    // Git isn't installed, or the folder has no repository that git trusts.
    return null;
  }
}
