import { expect, test } from 'vitest';
import { FILE_HEAD, multipart } from '../../rest/support.ts';
import { startApi } from '../../support/api.ts';
import { noise } from './noise.ts';
import { uploadSlowly } from './slow-client.ts';

test.each([
  ['882 kB in 80 s', async () => multipart([{ head: FILE_HEAD, body: await noise(880_000) }]), 11_000],
  [
    '25 MB at 14 kB/s',
    async () => ({
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ imageBase64: (await noise(18_700_000)).toString('base64') })),
    }),
    14_000,
  ],
] as const)('an upload of %s arrives', async (_, upload, bytesPerSecond) => {
  const api = await startApi({ works: false });
  const { headers, body } = await upload();

  const { status, json, sentBytes, elapsedMs } = await uploadSlowly(api, {
    path: '/api/admin/image-bank',
    as: 'operator',
    headers,
    body,
    bytesPerSecond,
    everyMs: 250,
  });

  expect({ status, ok: json.ok }).toEqual({ status: 201, ok: true });
  expect(sentBytes).toBe(body.length);
  expect(elapsedMs).toBeGreaterThan((body.length / bytesPerSecond) * 1_000 - 1_000);
});
