import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROGRAM_ROOT } from './project-root.ts';
import { VERSION } from './version.ts';

/** What was built: a release and the commit it was built from. */
export interface Release {
  version: string;
  /** The full hash; null where the build could not find it out, or where there was no build. */
  commit: string | null;
  /** Whether the files of the build differed from that commit; null where that is not known. */
  isChanged: boolean | null;
}

/** The build writes it beside the program. See scripts/build-commit.ts */
const FILE = path.join(PROGRAM_ROOT, 'commit.json');

export const RELEASE: Release = { version: VERSION, ...commitOfBuild(FILE) };

/** e.g. `commit 4f2a…`, `commit 4f2a… with changes`, `commit unknown` */
export function commitWords({ commit, isChanged }: Pick<Release, 'commit' | 'isChanged'>): string {
  if (commit === null) return 'commit unknown';
  return `commit ${commit}${isChanged ? ' with changes' : ''}`;
}

/** The commit as one word, for where values are compared: `4f2a…`, `4f2a…+changes`, `unknown`. */
export function commitLabel({ commit, isChanged }: Pick<Release, 'commit' | 'isChanged'>): string {
  if (commit === null) return 'unknown';
  return isChanged ? `${commit}+changes` : commit;
}

function commitOfBuild(file: string): Pick<Release, 'commit' | 'isChanged'> {
  try {
    const { commit, isChanged } = JSON.parse(readFileSync(file, 'utf8'));
    return { commit, isChanged };
  } catch {
    // The sources are run without a build.
    return { commit: null, isChanged: null };
  }
}
