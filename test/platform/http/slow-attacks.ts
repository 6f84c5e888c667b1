import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ConnectionLimits } from '../../../src/platform/http/listen.ts';
import { ADMIN_TOKEN, startApi } from '../../support/api.ts';
import { builtVerifier } from '../../support/verifier.ts';

/** Of each kind. */
const CONNECTIONS = 40;
/** More than the kernel holds for a connection. */
const PAGE = '/verifier.html';

interface Attack {
  /** Sent at once. */
  head: string;
  /** Sent again and again. */
  drip?: string;
}

const HEAD = `Host: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nContent-Type: application/json\r\n`;
const ATTACKS: Record<string, Attack> = {
  'send nothing': { head: '' },
  'send headers without end': { head: 'GET /livez HTTP/1.1\r\nHost: x\r\n', drip: 'X-A: b\r\n' },
  'send a body slowly': { head: `POST /graphql HTTP/1.1\r\n${HEAD}Content-Length: 900000\r\n\r\n{`, drip: ' ' },
  'send chunks slowly': {
    head: `POST /graphql HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
    drip: '1\r\n \r\n',
  },
  'ask, and stay': { head: 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n' },
  'read nothing': { head: `GET ${PAGE} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(90) },
};

/** Every kind of slow connection at once: each is closed, and others are answered meanwhile. */
export async function expectAttacksHeld(connections: Partial<ConnectionLimits>, dripEveryMs: number): Promise<void> {
  const api = await startApi({ works: false, connections, verifierFolder: await builtVerifier() });
  const open = async ({ head }: Attack): Promise<Socket> => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1').pause();
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(head);
    return socket;
  };
  let seen = 0;
  const held = new Set<Socket>();
  api.httpServer.on('connection', (socket) => {
    seen += 1;
    held.add(socket);
    socket.once('close', () => held.delete(socket));
  });
  const before = process.memoryUsage.rss();
  const opened = await Promise.all(
    Object.entries(ATTACKS).flatMap(([name, attack]) =>
      Array.from({ length: CONNECTIONS }, async () => ({ name, attack, socket: await open(attack) })),
    ),
  );
  await expect.poll(() => seen).toBeGreaterThanOrEqual(opened.length);

  const ending = new AbortController();
  const dripping = (async () => {
    while (!ending.signal.aborted) {
      for (const { attack, socket } of opened) if (attack.drip && !socket.destroyed) socket.write(attack.drip);
      await sleep(dripEveryMs);
    }
  })();
  let most = 0;
  // The one that asks is a connection itself, for a moment.
  await expect
    .poll(async () => {
      expect((await api.json('/livez')).status).toBe(200);
      most = Math.max(most, process.memoryUsage.rss());
      return held.size;
    })
    .toBeLessThanOrEqual(2);
  ending.abort();
  await dripping;

  expect(most - before).toBeLessThan(400e6);
  for (const { socket } of opened) socket.destroy();
}
