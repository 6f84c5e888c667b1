import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCheckpoint, parseCheckpoint } from '../../../src/proof/checkpoint.ts';
import { formatConsistencyProof } from '../../../src/proof/consistency-proof.ts';
import { EMPTY_ROOT } from '../../../src/proof/merkle.ts';
import {
  formatNote,
  formatVerifierKey,
  parseNote,
  parseSignatures,
  parseVerifierKey,
} from '../../../src/proof/note.ts';
import { hashOf } from '../../../src/seals/witness/checkpoint-folder.ts';
import {
  addCheckpoint,
  cosignatures,
  type KnownWitness,
  WitnessFailed,
} from '../../../src/seals/witness/witness-client.ts';
import { Witness } from '../../../src/seals/witness/witness-server.ts';
import { logSigner, witnessSigner } from '../../support/note-signing.ts';
import { TestLog } from '../../support/test-log.ts';

const ORIGIN = 'log.example';
const NOW = new Date('2026-11-21T08:00:00Z');

const log = new TestLog(ORIGIN, 60);
const fork = new TestLog(ORIGIN, 60, (index) => (index < 10 ? `entry ${index}` : `rewritten ${index}`), log.signer);

let folder: string;
let witness: RunningWitness;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imprimatur-witness-'));
  witness = await startWitness();
});
afterEach(async () => {
  await witness.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a log that only grows', () => {
  test('gets a cosignature on each checkpoint that a reader can verify, with the time', async () => {
    const first = await submit(log, 0, 10);
    const second = await submit(log, 10, 37);

    for (const [answer, size] of [
      [first, 10],
      [second, 37],
    ] as const) {
      expect(answer.status).toBe(200);
      const { text, signatures } = parseNote(log.checkpoint(size));
      const cosigned = formatNote({ text, signatures: [...signatures, ...parseSignatures(answer.body)] });
      expect(openCheckpoint(cosigned, log.signer.key, [witness.key]).cosignatures).toEqual([
        { key: witness.key, timeSeconds: NOW.getTime() / 1000 },
      ]);
    }
  });

  test('may ask again for the size it has, and gets a fresh cosignature', async () => {
    await submit(log, 0, 10);

    expect((await submit(log, 10, 10)).status).toBe(200);
  });

  test('may start with the empty tree', async () => {
    expect((await submit(log, 0, 0)).status).toBe(200);
    expect((await submit(log, 0, 5)).status).toBe(200);
  });

  test('may change its key: the old checkpoint stays what the new one has to continue', async () => {
    await submit(log, 0, 10);
    const renewed = new TestLog(ORIGIN, 60, undefined, logSigner(ORIGIN));
    await witness.stop();
    witness = await startWitness({ logs: [renewed.signer.key] });

    expect((await submit(renewed, 0, 20)).status).toBe(409);
    expect((await submit(renewed, 10, 20)).status).toBe(200);
  });
});

describe('what the witness does not cosign', () => {
  test('an old size that is not the one it knows: 409 with the size, in its own media type', async () => {
    await submit(log, 0, 20);

    const answer = await submit(log, 10, 30);

    expect(answer).toMatchObject({ status: 409, body: '20\n', contentType: 'text/x.tlog.size' });
  });

  test('an older checkpoint: 409, or 400 when the request says itself that it goes back', async () => {
    await submit(log, 0, 20);

    expect((await submit(log, 0, 10)).status).toBe(409);
    expect((await submit(log, 10, 10)).status).toBe(409);
    expect(
      (await post(formatConsistencyProof({ oldSize: 20, proof: [], checkpoint: log.checkpoint(10) }))).status,
    ).toBe(400);
    expect((await submit(log, 20, 21)).status).toBe(200);
  });

  test('a rewritten log: 422, whatever proof it brings', async () => {
    await submit(log, 0, 20);

    for (const proof of [await fork.consistency(20, 30), await log.consistency(20, 30), []]) {
      const answer = await post(formatConsistencyProof({ oldSize: 20, proof, checkpoint: fork.checkpoint(30) }));
      expect(answer.status).toBe(422);
    }
    expect((await submit(log, 20, 30)).status).toBe(200);
  });

  test('a split view, the same size with another root: 409 without a size, and both checkpoints are kept', async () => {
    await submit(log, 0, 20);

    const answer = await submit(fork, 20, 20);
    await submit(fork, 20, 20);

    expect(answer.status).toBe(409);
    expect(answer.contentType).not.toContain('tlog.size');
    const [file, ...more] = await readdir(join(folder, 'evidence'));
    expect(more).toEqual([]);
    const [mine, theirs] = (await readFile(join(folder, 'evidence', file!), 'utf8')).split('\n\n\n');
    expect(openCheckpoint(`${mine}\n`, log.signer.key).root).toEqual(log.root(20));
    expect(openCheckpoint(theirs!, log.signer.key).root).toEqual(fork.root(20));
    expect(witness.problems).toContain(`${ORIGIN} signed two trees of 20 entries`);
  });

  test('a proof where none belongs: 422', async () => {
    const proof = await log.consistency(10, 20);

    expect((await post(formatConsistencyProof({ oldSize: 0, proof, checkpoint: log.checkpoint(20) }))).status).toBe(
      422,
    );
    await submit(log, 0, 20);
    expect((await post(formatConsistencyProof({ oldSize: 20, proof, checkpoint: log.checkpoint(20) }))).status).toBe(
      422,
    );
  });

  test('an empty tree with a root of its own: 422', async () => {
    const checkpoint = log.checkpoint(0);
    const text = parseNote(checkpoint).text.replace(
      /\n0\n.*\n/,
      `\n0\n${Buffer.from(log.root(1)).toString('base64')}\n`,
    );
    const note = formatNote({ text, signatures: [log.signer.sign(text)] });

    expect(parseCheckpoint(parseNote(checkpoint).text).root).toEqual(EMPTY_ROOT);
    expect((await post(formatConsistencyProof({ oldSize: 0, proof: [], checkpoint: note }))).status).toBe(422);
  });

  test('a log it was not told of: 404', async () => {
    expect((await submit(new TestLog('other.example', 5), 0, 5)).status).toBe(404);
  });

  test('a checkpoint that the log did not sign, or signed badly: 403', async () => {
    const stranger = new TestLog(ORIGIN, 5);
    const { text, signatures } = parseNote(log.checkpoint(5));
    const bad = formatNote({ text: text.replace('\n5\n', '\n6\n'), signatures });
    const byWitnessOnly = formatNote({ text, signatures: [witnessSigner('w.example').sign(text)] });

    expect((await submit(stranger, 0, 5)).status).toBe(403);
    for (const checkpoint of [bad, byWitnessOnly]) {
      expect((await post(formatConsistencyProof({ oldSize: 0, proof: [], checkpoint }))).status).toBe(403);
    }
  });

  test.each([
    ['nothing', ''],
    ['no checkpoint', 'old 0\n\n'],
    ['no old size', '\n\n'],
    ['a negative size', `old -1\n\n${log.checkpoint(5)}`],
    ['a leading zero', `old 00\n\n${log.checkpoint(5)}`],
    ['a hash of another length', `old 1\nAAAA\n\n${log.checkpoint(5)}`],
    ['64 hashes', `old 1\n${`${'A'.repeat(43)}=\n`.repeat(64)}\n${log.checkpoint(5)}`],
    ['carriage returns', `old 0\r\n\r\n${log.checkpoint(5)}`],
    ['a checkpoint without signatures', `old 0\n\n${ORIGIN}\n5\nAAAA\n`],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x0a, 0x0a])],
  ])('a request with %s: 400', async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  test('a request that is too large: 413, and the witness goes on', async () => {
    expect((await post('x'.repeat(2_000_000))).status).toBe(413);
    expect((await submit(log, 0, 5)).status).toBe(200);
  });

  test('another method or another path', async () => {
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/elsewhere`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${witness.url}//`, { method: 'POST' })).status).toBe(404);
  });
});

describe('what the witness remembers', () => {
  test('it is there after a restart, under the same key', async () => {
    await submit(log, 0, 20);
    const { key } = witness;
    await witness.stop();
    witness = await startWitness();

    expect(witness.key).toEqual(key);
    expect((await submit(log, 0, 10)).status).toBe(409);
    expect((await submit(fork, 20, 30)).status).toBe(422);
    expect((await submit(log, 20, 30)).status).toBe(200);
  });

  test('many requests at once: of each size one tree is cosigned, and never a smaller one after a larger', async () => {
    await submit(log, 0, 11);
    const cosigned: { size: number; by: TestLog }[] = [];
    const attempts = Array.from({ length: 120 }, (_, number) => ({
      by: number % 3 === 0 ? fork : log,
      size: 11 + ((number * 7) % 49),
    }));

    await Promise.all(
      attempts.map(async ({ by, size }) => {
        const answer = await submit(by, 11, size);
        if (answer.status === 200) cosigned.push({ size, by });
      }),
    );

    const remembered = parseCheckpoint(parseNote(await latest()).text);
    const beyondStart = cosigned.filter(({ size }) => size > 11);
    expect(cosigned.every(({ by }) => by === log)).toBe(true);
    expect(beyondStart).toHaveLength(1);
    expect(remembered.size).toBe(beyondStart[0]!.size);
  });

  test('many clients that each follow the size they are told never bring it back', async () => {
    const sizes = Array.from({ length: 40 }, (_, number) => number + 1);
    const known = { url: witness.url, key: witness.key };
    await submit(log, 0, 1);
    const cosigned: number[] = [];

    const remembered = await whilePolling(
      async () => parseCheckpoint(parseNote(await latest()).text).size,
      Promise.all(
        sizes.map(async (size) => {
          const proofFrom = (oldSize: number) => log.consistency(oldSize, size);
          await cosignatures(known, log.checkpoint(size), proofFrom).then(
            () => cosigned.push(size),
            (error: unknown) => expect(error).toBeInstanceOf(WitnessFailed),
          );
        }),
      ),
    );

    expect(remembered).toEqual(remembered.toSorted((one, other) => one - other));
    expect(remembered.at(-1)).toBe(Math.max(...cosigned));
  });

  test('only its owner can read it', async () => {
    await submit(log, 0, 20);
    await submit(fork, 20, 20);

    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining([`${hashOf(ORIGIN)}.checkpoint`]));
    for (const { parentPath, name } of files) expect((await stat(join(parentPath, name))).mode & 0o777).toBe(0o600);
  });

  test('a memory that cannot be read is not taken for none: 503, and nothing is cosigned', async () => {
    await submit(log, 0, 20);
    for (const damaged of ['', 'log.example\n', (await latest()).replace('\n20\n', '\n02\n')]) {
      await writeFile(join(folder, `${hashOf(ORIGIN)}.checkpoint`), damaged);

      expect((await submit(log, 0, 5)).status).toBe(503);
    }
  });

  test('a memory that cannot be written: 503, and the old one stays', async () => {
    await submit(log, 0, 20);
    await mkdir(join(folder, `${hashOf(ORIGIN)}.checkpoint.draft`));

    expect((await submit(log, 20, 30)).status).toBe(503);
    expect(parseCheckpoint(parseNote(await latest()).text).size).toBe(20);
  });

  test('a second witness on the same folder is refused, and one that was taken over cosigns nothing new', async () => {
    await submit(log, 0, 20);

    await expect(startWitness()).rejects.toThrow('another witness');
    await writeFile(join(folder, 'witness.lock'), '1 somebody else\n');

    expect((await submit(log, 20, 30)).status).toBe(503);
  });

  test('a lock left by a process that was killed is in nobody’s way', async () => {
    await witness.stop();
    await writeFile(join(folder, 'witness.lock'), '4194303 00000000-0000-0000-0000-000000000000\n');

    witness = await startWitness();

    expect((await submit(log, 0, 20)).status).toBe(200);
  });

  test('anybody can ask what it cosigned last of a log', async () => {
    const url = `${witness.url}/${hashOf(ORIGIN)}/checkpoint`;
    expect((await fetch(url)).status).toBe(404);
    await submit(log, 0, 20);

    const note = await (await fetch(url)).text();

    expect(openCheckpoint(note, log.signer.key, [witness.key])).toMatchObject({ size: 20, cosignatures: [{}] });
    expect((await fetch(`${witness.url}/${hashOf('other.example')}/checkpoint`)).status).toBe(404);
  });
});

describe('the client', () => {
  const proofTo = (by: TestLog, size: number) => (oldSize: number) => by.consistency(oldSize, size);
  let known: KnownWitness;
  beforeEach(() => {
    // As an operator has it: out of a line of text.
    known = { url: `${witness.url}/`, key: parseVerifierKey(formatVerifierKey(witness.key)) };
  });

  test('gets cosignatures, though it does not know what the witness saw last', async () => {
    await submit(log, 0, 12);

    const signatures = await cosignatures(known, log.checkpoint(30), proofTo(log, 30));

    const { text, signatures: own } = parseNote(log.checkpoint(30));
    const cosigned = formatNote({ text, signatures: [...own, ...signatures] });
    expect(openCheckpoint(cosigned, log.signer.key, [known.key]).cosignatures).toHaveLength(1);
  });

  test('asks only once when it remembers rightly, and again when it remembers too much', async () => {
    await submit(log, 0, 12);
    const asked: number[] = [];
    const proofFrom = (oldSize: number) => {
      asked.push(oldSize);
      return log.consistency(oldSize, 30);
    };

    await cosignatures(known, log.checkpoint(30), proofFrom, { knownSize: 12 });
    expect(asked).toEqual([12]);

    await cosignatures(known, log.checkpoint(30), proofFrom, { knownSize: 500 });
    expect(asked).toEqual([12, 30]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ['a rewritten log', () => cosignatures(known, fork.checkpoint(30), proofTo(fork, 30)), 'INCONSISTENT'],
    ['a split view', () => cosignatures(known, fork.checkpoint(20), proofTo(fork, 20)), 'OTHER_ROOT'],
    ['a log that went back', () => cosignatures(known, log.checkpoint(15), proofTo(log, 15)), 'AHEAD'],
    [
      'a log that the witness does not know',
      () => cosignatures(known, new TestLog('other.example', 5).checkpoint(5), proofTo(log, 5)),
      'UNKNOWN_LOG',
    ],
    [
      'a log under another key',
      () => cosignatures(known, new TestLog(ORIGIN, 5).checkpoint(5), proofTo(log, 5)),
      'BAD_SIGNATURE',
    ],
  ])('%s is told apart', async (_, attempt, code) => {
    await submit(log, 0, 20);

    await expect(attempt()).rejects.toMatchObject({ name: 'WitnessFailed', code });
  });

  test('tells of the other size when it asks by itself', async () => {
    await submit(log, 0, 20);

    const answer = await addCheckpoint(known, { oldSize: 0, proof: [], checkpoint: log.checkpoint(30) });

    expect(answer).toEqual({ outcome: 'OTHER_SIZE', size: 20 });
  });

  test('passes over what other keys signed', async () => {
    const stranger = witnessSigner('stranger.example');
    const text = parseNote(log.checkpoint(5)).text;
    const both = formatNote({ text, signatures: [stranger.sign(text), cosigner().sign(text)] }).split('\n\n')[1]!;

    const signatures = await answering(200, both, (url) =>
      cosignatures({ url, key: cosigner().key }, log.checkpoint(5), proofTo(log, 5)),
    );

    expect(signatures.map(({ name }) => name)).toEqual([cosigner().key.name]);
  });

  test.each<[string, number, string, string | undefined]>([
    ['no cosignature of the witness', 200, formatOf(witnessSigner('stranger.example')), undefined],
    ['a cosignature on something else', 200, formatOf(cosigner(), 'something else\n'), undefined],
    ['no signatures', 200, '', undefined],
    ['a page', 200, '<html></html>', undefined],
    ['a size that is none', 409, '1e3\n', 'text/x.tlog.size'],
    ['a size without its newline', 409, '3', 'text/x.tlog.size'],
    ['a failure', 500, 'oops', undefined],
    ['a redirect', 307, '', undefined],
    ['another size each time', 409, '3\n', 'text/x.tlog.size'],
  ])('an answer with %s is the failure of the witness', async (_, status, body, contentType) => {
    const attempt = answering(
      status,
      body,
      (url) => cosignatures({ url, key: cosigner().key }, log.checkpoint(5), proofTo(log, 5)),
      contentType,
    );

    await expect(attempt).rejects.toMatchObject({ name: 'WitnessFailed', code: 'BAD_ANSWER' });
  });

  test('a witness that is gone, silent or endless is said plainly', async () => {
    const checkpoint = log.checkpoint(5);
    const ask = (url: string) =>
      cosignatures({ url, key: cosigner().key }, checkpoint, proofTo(log, 5), { timeoutMs: 200 });

    await expect(answering(200, 'x'.repeat(70_000), ask)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(answering(null, '', ask)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await witness.stop();
    await expect(ask(witness.url)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});

interface RunningWitness {
  url: string;
  key: Witness['key'];
  problems: string[];
  stop(): Promise<void>;
}

async function startWitness({ logs = [log.signer.key] } = {}): Promise<RunningWitness> {
  const problems: string[] = [];
  const onProblem = (problem: string) => problems.push(problem);
  const opened = await Witness.open({ folder, name: 'witness.example/w1', logs, clock: { now: () => NOW }, onProblem });
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
    const sent = httpRequest(`${witness.url}/add-checkpoint`, { method: 'POST' }, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode!, body: text, contentType: response.headers['content-type'] ?? '' });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function latest(): Promise<string> {
  return readFile(join(folder, `${hashOf(ORIGIN)}.checkpoint`), 'utf8');
}

/** What `look` sees from now until the work is done, one look after the other, the last one behind its end. */
async function whilePolling<Seen>(look: () => Promise<Seen>, work: Promise<unknown>): Promise<Seen[]> {
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

function cosigner() {
  return witnessSigner('witness.example/w1', 1_700_000_000, new Uint8Array(32).fill(9));
}

function formatOf(signer: ReturnType<typeof witnessSigner>, text = parseNote(log.checkpoint(5)).text): string {
  return formatNote({ text, signatures: [signer.sign(text)] })
    .split('\n\n')
    .at(-1)!;
}

/** A witness that always says the same; with no status it says nothing. */
async function answering<Result>(
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
