import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Credential, credentialHeaders, type Json } from '../../support/api.ts';

export interface SlowUpload {
  path: string;
  as?: Credential;
  headers: Record<string, string>;
  body: Uint8Array;
  bytesPerSecond: number;
  /** Between two pieces. */
  everyMs?: number;
}

export interface SlowAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  json: Json;
  sentBytes: number;
  elapsedMs: number;
  /** Settles when the server has closed the connection. */
  closed: Promise<unknown>;
}

/** Posts a body piece by piece, and stops sending when the answer comes. */
export async function uploadSlowly(
  { url }: { url: string },
  { path, as, headers, body, bytesPerSecond, everyMs = 50 }: SlowUpload,
): Promise<SlowAnswer> {
  const began = performance.now();
  const sent = request(`${url}${path}`, {
    method: 'POST',
    agent: false,
    headers: { ...credentialHeaders(as), 'content-length': body.length, ...headers },
  });
  let sentBytes = 0;
  let isAnswered = false;
  const answered = once(sent, 'response');
  const closed = new Promise((resolve) => sent.once('close', resolve));
  // After an answer that came early the connection is cut.
  sent.on('error', () => {});
  const sending = async () => {
    while (sentBytes < body.length && !isAnswered) {
      const due = Math.min(body.length, Math.ceil(((performance.now() - began) / 1_000) * bytesPerSecond));
      if (due > sentBytes) sent.write(body.subarray(sentBytes, due));
      sentBytes = Math.max(due, sentBytes);
      await sleep(everyMs);
    }
    if (!isAnswered) sent.end();
  };
  void sending();
  const [response] = await answered;
  isAnswered = true;
  const answer = await text(response);
  const { statusCode: status, headers: given } = response;
  return { status, headers: given, json: JSON.parse(answer), sentBytes, elapsedMs: performance.now() - began, closed };
}

/** Asks for a path over a connection of its own, of which nothing is read yet. */
export async function askWithoutReading({ url }: { url: string }, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.pause().on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return socket;
}

/** Reads at a rate until nothing more comes. Gives how many bytes came. */
export async function readSlowly(socket: Socket, bytesPerSecond: number, everyMs = 50): Promise<number> {
  const began = performance.now();
  let read = 0;
  let isOver = false;
  socket.once('end', () => (isOver = true)).once('close', () => (isOver = true));
  while (!isOver) {
    const due = Math.ceil(((performance.now() - began) / 1_000) * bytesPerSecond) - read;
    const chunk = due > 0 ? (socket.read(Math.min(due, socket.readableLength || 1)) as Buffer | null) : null;
    read += chunk?.length ?? 0;
    // Asks for more than is there, so that the socket goes on.
    if (!chunk) socket.read(0);
    await sleep(everyMs);
  }
  return read;
}
