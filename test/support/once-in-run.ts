import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { withExclusiveLock } from '../../src/platform/database/exclusive-lock.ts';

/** Does what all files of a run can share, such as a build; the others wait for the first that needs it. */
export async function onceInRun(name: string, work: () => unknown): Promise<void> {
  const done = join(inject('runFolder'), `${name}.done`);
  if (existsSync(done)) return;
  await withExclusiveLock(`${done}.lock`, async () => {
    if (existsSync(done)) return;
    await work();
    writeFileSync(done, '');
  });
}
