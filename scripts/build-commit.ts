import { execFileSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
/** What the build is made of. A note or a picture that lies in the folder does not change it. */
const SOURCES = ['src', 'schema', 'docs', 'bin', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
const HASH = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

export interface BuildCommit {
  commit: string | null;
  isChanged: boolean | null;
}

/** Writes the commit of the build beside the program, where `src/platform/program/release.ts` reads it. */
export function writeCommit(folder: string, env: NodeJS.ProcessEnv = process.env, root = ROOT): BuildCommit {
  const found = commitOf(env, root);
  writeFileSync(path.join(folder, 'commit.json'), `${JSON.stringify(found)}\n`);
  return found;
}

/**
 * The commit that is built: git's, or where there is no git, as in an image, the one that COMMIT names.
 * @throws when COMMIT is not the full hash of a commit
 */
export function commitOf(env: NodeJS.ProcessEnv, root: string): BuildCommit {
  const given = env.COMMIT?.trim();
  if (given && !HASH.test(given))
    throw new Error('COMMIT is not the full hash of a commit. Set it to what `git rev-parse HEAD` prints.');
  const ofGit = askGit(root);
  if (ofGit) return ofGit;
  // Whoever set it has not said whether there were changes.
  return { commit: given || null, isChanged: null };
}

function askGit(root: string): BuildCommit | null {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // The folder may lie in the repository of something else, whose commit says nothing.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return null;
    const commit = git('rev-parse', 'HEAD');
    return { commit, isChanged: git('status', '--porcelain', '--', ...SOURCES) !== '' };
  } catch {
    // No git, no repository, or one that git does not trust.
    return null;
  }
}
