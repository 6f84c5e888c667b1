import { expect, test } from 'vitest';
import { FILE_HEAD, multipart } from '../../rest/support.ts';
import { startApi } from '../../support/api.ts';
import { startNginx } from './behind-nginx.ts';
import { noise } from './noise.ts';
import { askWithoutReading, readSlowly, uploadSlowly } from './slow-client.ts';
import { MOCK_TEXT, startSlowService } from './slow-doors.ts';

test('behind nginx as it is documented, a silent answer of 100 s arrives, streamed and whole', async () => {
  await using slow = await startSlowService(100_000);
  await using nginx = await startNginx(slow.api);
  const ask = (stream: boolean) =>
    fetch(`${nginx.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${slow.token}` },
      body: JSON.stringify({ ...slow.chat, stream }),
    }).then((response) => response.text());

  const [whole, streamed] = await Promise.all([ask(false), ask(true)]);

  expect(JSON.parse(whole!).choices[0].message.content).toBe(MOCK_TEXT);
  expect(streamed).toContain('data: [DONE]');
});

test('behind nginx as it is documented, a slow upload arrives, and one that is too slow is refused with a problem', async () => {
  const api = await startApi({ works: false });
  await using nginx = await startNginx(api);
  const upload = { path: '/api/admin/image-bank', as: 'operator', everyMs: 250 } as const;
  const form = multipart([{ head: FILE_HEAD, body: await noise(880_000) }]);

  const [arrived, refused] = await Promise.all([
    uploadSlowly(nginx, { ...upload, ...form, bytesPerSecond: 11_000 }),
    uploadSlowly(nginx, { ...upload, ...form, bytesPerSecond: 1_000 }),
  ]);

  expect({ status: arrived.status, ok: arrived.json.ok }).toEqual({ status: 201, ok: true });
  expect(arrived.elapsedMs).toBeGreaterThan(75_000);
  expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 408, code: 'REQUEST_TIMEOUT' });
  expect(refused.elapsedMs).toBeLessThan(75_000);
});

test('a reader at 14 kB/s gets all of a large picture, with nginx in front and without', async () => {
  const api = await startApi({ works: false });
  await using nginx = await startNginx(api);
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(await noise(6_000_000))]), 'large.png');
  const response = await api.fetch('/api/admin/image-bank', { method: 'POST', as: 'operator', body });
  const { asset } = (await response.json()) as { asset: { url: string } };
  const { pathname } = new URL(asset.url);
  const length = Number((await api.fetch(pathname, { method: 'HEAD' })).headers.get('content-length'));

  const read = async (at: { url: string }) => {
    const bytes = await readSlowly(await askWithoutReading(at, pathname), 14_000, 250);
    return bytes < length ? `cut off after ${bytes} bytes` : 'all of it';
  };
  const [direct, proxied] = await Promise.all([read(api), read(nginx)]);

  expect({ direct, proxied }).toEqual({ direct: 'all of it', proxied: 'all of it' });
});
