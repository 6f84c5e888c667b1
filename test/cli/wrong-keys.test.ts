import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { imprimatur } from '../support/command.ts';
import { DataDir } from '../support/service-process.ts';

test('keys in DATA_DIR that are none are named by their files, before anything is started', async () => {
  using dataDir = new DataDir();
  const secrets = path.join(dataDir.path, 'secrets');
  mkdirSync(secrets, { mode: 0o700 });
  for (const name of ['encryption-key', 'seal-private-key.pem', 'log-private-key.pem', 'admin-token'])
    writeFileSync(path.join(secrets, name), 'no key\n', { mode: 0o600 });

  const { code, stderr } = await imprimatur(['start'], { DATA_DIR: dataDir.path, ADMIN_TOKEN: undefined });

  expect(code).toBe(78);
  for (const name of ['encryption-key', 'seal-private-key.pem', 'log-private-key.pem', 'admin-token'])
    expect(stderr).toContain(`- ${path.join(secrets, name)}: `);
  expect(dataDir.processes()).toEqual([]);
});
