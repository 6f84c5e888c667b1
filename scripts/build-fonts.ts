import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FONTS } from '../src/site/look/fonts.ts';

/** Copies the fonts of the pages, and their licence, to `dist/web/fonts`. */
const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'dist/web/fonts/assets');

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const { file, source } of FONTS) {
  const from = path.join(ROOT, 'node_modules', source);
  const packageFolder = path.join(from, '../..');
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  if (!file.endsWith(`-${version}.woff2`)) {
    throw new Error(
      `${file}: the package has version ${version}. Browsers keep fonts for a year: put the version into the name.`,
    );
  }
  copyFileSync(from, path.join(FOLDER, file));
  copyFileSync(path.join(packageFolder, 'LICENSE'), path.join(FOLDER, `${file.replace(/-latin.*/, '')}-license.txt`));
}
