import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in the place of a page's build, for who only asks whether there is such a page. */
export function standInPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimatur-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>A page</title>');
  writeFileSync(join(folder, 'assets/index.js'), 'export const longEnoughForARange = true;\n');
  return folder;
}
