import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROGRAM_ROOT } from './project-root.ts';
import { VERSION } from './version.ts';

/** Release and commit from which the program was built. */
export interface Release {
  version: string;
  /** Full hash of the commit. Null if the build couldn't determine it, or if the sources run without a build. */
  commit: string | null;
  /** True if the built files differed from that commit. Null if that isn't known. */
  isChanged: boolean | null;
}

/** File that the build writes. See scripts/build-commit.ts. */
const FILE = path.join(PROGRAM_ROOT, 'commit.json');

export const RELEASE: Release = { version: VERSION, ...commitOfBuild(FILE) };

/** Formats the commit for people: `commit 4f2a…`, `commit 4f2a… with changes`, `commit unknown`. */
export function commitWords({ commit, isChanged }: Pick<Release, 'commit' | 'isChanged'>): string {
  if (commit === null) return 'commit unknown';
  return `commit ${commit}${isChanged ? ' with changes' : ''}`;
}

/** The commit as one word for comparisons: `4f2a…`, `4f2a…+changes`, `unknown`. */
export function commitLabel({ commit, isChanged }: Pick<Release, 'commit' | 'isChanged'>): string {
  if (commit === null) return 'unknown';
  return isChanged ? `${commit}+changes` : commit;
}

function commitOfBuild(file: string): Pick<Release, 'commit' | 'isChanged'> {
  try {
    const { commit, isChanged } = JSON.parse(readFileSync(file, 'utf8'));
    return { commit, isChanged };
  } catch {
    // The sources run without a build, so there is no commit file.
    return { commit: null, isChanged: null };
  }
}
