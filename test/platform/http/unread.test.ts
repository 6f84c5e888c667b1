import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Api, startApi } from '../../support/api.ts';

const IDLE_MS = 3_000;

/** The path of a picture of some megabytes, more than the network holds of an answer that nobody reads. */
async function largePicture(api: Api): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const png = await sharp({ create: { width: 2_400, height: 1_700, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(png)]), 'large.png');
  const response = await api.fetch('/api/admin/image-bank', { method: 'POST', as: 'operator', body });
  const { asset } = (await response.json()) as { asset: { url: string } };
  return new URL(asset.url).pathname;
}

async function ask(api: Api, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return socket;
}

test('who does not read an answer is let go, and who reads slowly gets all of it', async () => {
  const api = await startApi({ works: false });
  const path = await largePicture(api);
  const length = Number((await api.fetch(path, { method: 'HEAD' })).headers.get('content-length'));
  expect(length).toBeGreaterThan(10_000_000);

  expect(api.httpServer.timeout).toBe(60_000);
  api.httpServer.timeout = IDLE_MS;

  const unread = await ask(api, path);
  const slow = await ask(api, path);
  let read = 0;
  // Four parts, with a rest after each that is shorter than anybody may rest and longer than that in all.
  for (const part of [1, 2, 3, 4]) {
    while (read < (length * part) / 4) {
      const chunk = slow.read();
      if (chunk === null) await once(slow, 'readable');
      else read += chunk.length;
    }
    await sleep(IDLE_MS / 3);
  }

  expect(read).toBeGreaterThanOrEqual(length);
  slow.destroy();
  const connections = () =>
    new Promise<number>((resolve) => api.httpServer.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  expect(unread.bytesRead).toBeLessThan(length);
  unread.destroy();
});
