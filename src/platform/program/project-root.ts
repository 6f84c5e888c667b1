import { existsSync } from 'node:fs';
import path from 'node:path';

/** `.ts` when this runs from the sources, `.js` when it runs as built. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** The folder with package.json, whether this runs from the sources or as built. */
export const PROJECT_ROOT = findUp('package.json');

/**
 * The folder with the program's main module. What is found by its place, not by an import, is under it at the same path in
 * the sources and as built; other modules are bundled there, so that their own place says nothing.
 */
export const PROGRAM_ROOT = findUp(`main${EXTENSION}`);

/** @returns the path of the module at `place` under PROGRAM_ROOT, e.g. `seals/commands` */
export function programModule(place: string): string {
  return path.join(PROGRAM_ROOT, `${place}${EXTENSION}`);
}

function findUp(file: string, folder = import.meta.dirname): string {
  if (existsSync(path.join(folder, file))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`${file} is missing: run the service from its own folder.`);
  return findUp(file, parent);
}
