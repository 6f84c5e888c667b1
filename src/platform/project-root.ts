import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder with package.json, whether this runs from the sources or from what they were compiled to. */
export const PROJECT_ROOT = findUp(import.meta.dirname);

function findUp(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('package.json is missing: run the service from its own folder.');
  return findUp(parent);
}
