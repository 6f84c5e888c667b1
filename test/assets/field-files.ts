import { readFileSync } from 'node:fs';

/** A file of `test/assets/field`, whose README says where each comes from. */
export function fieldFile(name: string): Buffer {
  return readFileSync(new URL(`./field/${name}`, import.meta.url));
}
