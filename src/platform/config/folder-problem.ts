import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Reason why a folder can't be created or written to. Null if it can. Doesn't create the folder. */
export function folderProblem(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      if (!statSync(at).isDirectory())
        return `${at} isn't a folder (ENOTDIR). Name a folder that exists or can be created.`;
      accessSync(at, constants.W_OK | constants.X_OK);
      return null;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
      if (isAbsent && at !== path.dirname(at)) continue;
      const what = at === folder ? "isn't writable" : `can't be created in ${at}`;
      return `${folder} ${what} (${code}). Grant this account the right, or name another folder.`;
    }
  }
}
