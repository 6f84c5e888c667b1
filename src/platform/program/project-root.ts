import { existsSync } from 'node:fs';
import path from 'node:path';

/** Extension of modules: `.ts` in the sources, `.js` in the build. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** Folder with package.json, both when run from the sources and when run from the build. */
export const PROJECT_ROOT = findUp('package.json');

/**
 * Folder with the program's main module. Modules that are found by path instead of import have the same path under it in the
 * sources and in the build. Bundled modules can't use their own path.
 */
export const PROGRAM_ROOT = findUp(`main${EXTENSION}`);

/** @returns the file of the module at `place` under PROGRAM_ROOT, e.g. `seals/commands` */
export function programModule(place: string): string {
  return path.join(PROGRAM_ROOT, `${place}${EXTENSION}`);
}

function findUp(file: string, folder = import.meta.dirname): string {
  if (existsSync(path.join(folder, file))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder)
    throw new Error(
      `${file} is missing from the service’s installation. Install the service again, and don’t move its files to another folder.`,
    );
  return findUp(file, parent);
}
