import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildService } from './service-bundle.ts';

const DIST = path.resolve(import.meta.dirname, '../dist');

const { commit } = await buildService(path.join(DIST, 'src'));
if (commit === null) {
  console.warn(
    'The commit is unknown, because this folder has no git repository. Set COMMIT to the full hash of the commit.',
  );
}
try {
  // Removes Node's compile cache of the previous build. See bin/imprimatur.
  rmSync(path.join(DIST, 'compiled'), { recursive: true, force: true });
} catch (error) {
  // The folder can belong to another user who has run the service. It can stay, because Node ignores cached code of other
  // sources.
  console.warn(`dist/compiled stays: ${(error as Error).message}`);
}
