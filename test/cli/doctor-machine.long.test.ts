import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { imprimatur } from '../support/command.ts';
import { MovedClock } from '../support/moved-clock.ts';
import { DataDir } from '../support/service-process.ts';
import { canMount, SmallDisk } from '../support/small-disk.ts';
import { of, reported, SECRETS, type Seen } from './doctor.ts';

async function doctor(env: Record<string, string | undefined>): Promise<{ code: number | null; findings: Seen[] }> {
  const seen = await imprimatur(['doctor', '--json'], { ...SECRETS, ...env });
  return { code: seen.code, findings: reported(seen).findings };
}

test('a difference between the clocks is judged by what it stops', async () => {
  await using clock = await MovedClock.start();
  const found = async (aheadMs: number) => {
    clock.moveTo(new Date(Date.now() + aheadMs));
    return of((await doctor({ DATABASE_URL: clock.databaseUrl })).findings, 'clock');
  };

  expect(await found(0)).toMatchObject([{ verdict: 'OK' }]);
  expect(await found(3_500)).toMatchObject([
    { verdict: 'WARN', detail: expect.stringMatching(/^this machine's clock is [34]\.\d s behind the database's$/) },
  ]);
  expect(await found(-60_000)).toMatchObject([
    {
      verdict: 'FAIL',
      detail: expect.stringMatching(/^this machine's clock is (59|60)\.\d s ahead of the database's$/),
      advice: expect.stringContaining('time server'),
    },
  ]);
});

describe.skipIf(!canMount)('a disk', () => {
  test('with little room is named, and one with more is well', async () => {
    const [small, large] = [new SmallDisk(100), new SmallDisk(3_000)];
    using dataDir = new DataDir();
    const folder = path.join(small.path, 'data');
    mkdirSync(folder);

    const full = await doctor({ DATA_DIR: folder, STORAGE_URL: `file://${large.path}/blobs` });
    const roomy = await doctor({ DATA_DIR: dataDir.path, STORAGE_URL: `file://${large.path}/blobs` });

    expect(full.code).toBe(1);
    expect(of(full.findings, 'disk of DATA_DIR')).toMatchObject([
      { verdict: 'FAIL', detail: '0.1 GB free of 0.1 GB', advice: expect.stringContaining('Free up space') },
    ]);
    expect(of(full.findings, 'disk of the storage')).toMatchObject([{ verdict: 'OK' }]);
    expect(of(roomy.findings, 'disk of the storage')).toMatchObject([{ verdict: 'OK' }]);
  });

  test('of an embedded database outside of DATA_DIR is looked at, too', async () => {
    const small = new SmallDisk(100);
    using dataDir = new DataDir();
    writeFileSync(path.join(dataDir.path, 'postgres-location'), `${small.path}/gone\n`);

    const { findings } = await doctor({ DATA_DIR: dataDir.path });

    expect(of(findings, 'disk of the database')).toMatchObject([{ verdict: 'FAIL' }]);
  });
});
