import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { hashOf } from '../../../src/log/witness/checkpoint-folder.ts';
import { Witness } from '../../../src/log/witness/witness-server.ts';
import { formatConsistencyProof } from '../../../src/proof/consistency-proof.ts';
import { formatNote, parseNote } from '../../../src/proof/note.ts';
import { witnessSigner } from '../../support/note-signing.ts';
import { TestLog } from '../../support/test-log.ts';

export const ORIGIN = 'log.example';
export const NOW = new Date('2026-11-21T08:00:00Z');

export const log = new TestLog(ORIGIN, 60);
export const fork = new TestLog(
  ORIGIN,
  60,
  (index) => (index < 10 ? `entry ${index}` : `rewritten ${index}`),
  log.signer,
);

interface RunningWitness {
  url: string;
  key: Witness['key'];
  problems: string[];
  stop(): Promise<void>;
}

/** A witness for each test of a file, with a folder of its own. */
export function runningWitness() {
  const the = { folder: '', witness: {} as RunningWitness, start, submit, post, latest };
  beforeEach(async () => {
    the.folder = await mkdtemp(join(tmpdir(), 'imprimatur-witness-'));
    the.witness = await start();
  });
  afterEach(async () => {
    await the.witness.stop();
    await rm(the.folder, { recursive: true, force: true });
  });

  /** Another one in the same folder. */
  async function start({ logs = [log.signer.key] } = {}): Promise<RunningWitness> {
    const problems: string[] = [];
    const onProblem = (problem: string) => problems.push(problem);
    const opened = await Witness.open({
      folder: the.folder,
      name: 'witness.example/w1',
      logs,
      clock: { now: () => NOW },
      onProblem,
    });
    const server = createServer(opened.handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let stopping: Promise<void> | undefined;
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: opened.key,
      problems,
      stop: () => {
        stopping ??= (async () => {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
          await opened.close();
        })();
        return stopping;
      },
    };
  }

  async function submit(by: TestLog, oldSize: number, size: number) {
    const proof = oldSize > size ? [] : await by.consistency(oldSize, size);
    return post(formatConsistencyProof({ oldSize, proof, checkpoint: by.checkpoint(size) }));
  }

  /** By node:http and not by fetch, which gives up when the answer comes before the whole request is sent. */
  async function post(body: string | Buffer): Promise<{ status: number; body: string; contentType: string }> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${the.witness.url}/add-checkpoint`, { method: 'POST' }, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        resolve({ status: response.statusCode!, body: text, contentType: response.headers['content-type'] ?? '' });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  function latest(): Promise<string> {
    return readFile(join(the.folder, `${hashOf(ORIGIN)}.checkpoint`), 'utf8');
  }

  return the;
}

/** What `look` sees from now until the work is done, one look after the other, the last one behind its end. */
export async function whilePolling<Seen>(look: () => Promise<Seen>, work: Promise<unknown>): Promise<Seen[]> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const seen: Seen[] = [];
  while (!isDone) {
    seen.push(await look());
    await setImmediate();
  }
  await done;
  return [...seen, await look()];
}

export function cosigner() {
  return witnessSigner('witness.example/w1', 1_700_000_000, new Uint8Array(32).fill(9));
}

export function formatOf(signer: ReturnType<typeof witnessSigner>, text = parseNote(log.checkpoint(5)).text): string {
  return formatNote({ text, signatures: [signer.sign(text)] })
    .split('\n\n')
    .at(-1)!;
}

/** A witness that always says the same; with no status it says nothing. */
export async function answering<Result>(
  status: number | null,
  body: string,
  ask: (url: string) => Promise<Result>,
  contentType = 'text/plain',
): Promise<Result> {
  const server = createServer((_, response) => {
    if (status !== null) response.writeHead(status, { 'content-type': contentType }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
