import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/log/witness/checkpoint-folder.ts';
import { cosignatures, WitnessFailed } from '../../../src/log/witness/witness-client.ts';
import { openCheckpoint, parseCheckpoint } from '../../../src/proof/checkpoint.ts';
import { formatConsistencyProof, parseConsistencyProof } from '../../../src/proof/consistency-proof.ts';
import { EMPTY_ROOT, verifyConsistency } from '../../../src/proof/merkle.ts';
import { formatNote, formatSignature, parseNote, parseSignatures } from '../../../src/proof/note.ts';
import { logSigner, witnessSigner } from '../../support/note-signing.ts';
import { TestLog } from '../../support/test-log.ts';
import { answering, cosigner, fork, log, NOW, ORIGIN, runningWitness, whilePolling } from './running-witness.ts';

const the = runningWitness();

describe('a log that only grows', () => {
  test('gets a cosignature on each checkpoint that a reader can verify, with the time', async () => {
    const first = await the.submit(log, 0, 10);
    const second = await the.submit(log, 10, 37);

    for (const [answer, size] of [
      [first, 10],
      [second, 37],
    ] as const) {
      expect(answer.status).toBe(200);
      const { text, signatures } = parseNote(log.checkpoint(size));
      const cosigned = formatNote({ text, signatures: [...signatures, ...parseSignatures(answer.body)] });
      expect(openCheckpoint(cosigned, log.signer.key, [the.witness.key]).cosignatures).toEqual([
        { key: the.witness.key, timeSeconds: NOW.getTime() / 1000 },
      ]);
    }
  });

  test('may ask again for the size it has, and gets a fresh cosignature', async () => {
    await the.submit(log, 0, 10);

    expect((await the.submit(log, 10, 10)).status).toBe(200);
  });

  test('may start with the empty tree', async () => {
    expect((await the.submit(log, 0, 0)).status).toBe(200);
    expect((await the.submit(log, 0, 5)).status).toBe(200);
  });

  test('may change its key: the old checkpoint stays what the new one has to continue', async () => {
    await the.submit(log, 0, 10);
    const renewed = new TestLog(ORIGIN, 60, undefined, logSigner(ORIGIN));
    await the.witness.stop();
    the.witness = await the.start({ logs: [renewed.signer.key] });

    expect((await the.submit(renewed, 0, 20)).status).toBe(409);
    expect((await the.submit(renewed, 10, 20)).status).toBe(200);
  });
});

describe('what the witness does not cosign', () => {
  test('an old size that is not the one it knows: 409 with the size, in its own media type', async () => {
    await the.submit(log, 0, 20);

    const answer = await the.submit(log, 10, 30);

    expect(answer).toMatchObject({ status: 409, body: '20\n', contentType: 'text/x.tlog.size' });
  });

  test('an older checkpoint: 409, or 400 when the request says itself that it goes back', async () => {
    await the.submit(log, 0, 20);

    expect((await the.submit(log, 0, 10)).status).toBe(409);
    expect((await the.submit(log, 10, 10)).status).toBe(409);
    expect(
      (await the.post(formatConsistencyProof({ oldSize: 20, proof: [], checkpoint: log.checkpoint(10) }))).status,
    ).toBe(400);
    expect((await the.submit(log, 20, 21)).status).toBe(200);
  });

  test('a rewritten log: 422, whatever proof it brings', async () => {
    await the.submit(log, 0, 20);

    for (const proof of [await fork.consistency(20, 30), await log.consistency(20, 30), []]) {
      const answer = await the.post(formatConsistencyProof({ oldSize: 20, proof, checkpoint: fork.checkpoint(30) }));
      expect(answer.status).toBe(422);
    }
    expect((await the.submit(log, 20, 30)).status).toBe(200);
  });

  test('a split view, the same size with another root: 422, and both checkpoints are kept', async () => {
    await the.submit(log, 0, 20);

    const answer = await the.submit(fork, 20, 20);
    await the.submit(fork, 20, 20);

    expect(answer.status).toBe(422);
    const [file, ...more] = await readdir(join(the.folder, 'evidence'));
    expect(more).toEqual([]);
    const [mine, theirs] = (await readFile(join(the.folder, 'evidence', file!), 'utf8')).split('\n\n\n');
    expect(openCheckpoint(`${mine}\n`, log.signer.key).root).toEqual(log.root(20));
    expect(openCheckpoint(parseConsistencyProof(theirs!).checkpoint, log.signer.key).root).toEqual(fork.root(20));
    expect(the.witness.problems).toEqual([`${ORIGIN} signed two trees of 20 entries`]);
  });

  test('a proof where none belongs: 422', async () => {
    const proof = await log.consistency(10, 20);

    expect((await the.post(formatConsistencyProof({ oldSize: 0, proof, checkpoint: log.checkpoint(20) }))).status).toBe(
      422,
    );
    await the.submit(log, 0, 20);
    expect(
      (await the.post(formatConsistencyProof({ oldSize: 20, proof, checkpoint: log.checkpoint(20) }))).status,
    ).toBe(422);
  });

  test('an empty tree with a root of its own: 422', async () => {
    const checkpoint = log.checkpoint(0);
    const text = parseNote(checkpoint).text.replace(
      /\n0\n.*\n/,
      `\n0\n${Buffer.from(log.root(1)).toString('base64')}\n`,
    );
    const note = formatNote({ text, signatures: [log.signer.sign(text)] });

    expect(parseCheckpoint(parseNote(checkpoint).text).root).toEqual(EMPTY_ROOT);
    expect((await the.post(formatConsistencyProof({ oldSize: 0, proof: [], checkpoint: note }))).status).toBe(422);
  });

  test('a log it was not told of: 404', async () => {
    expect((await the.submit(new TestLog('other.example', 5), 0, 5)).status).toBe(404);
  });

  test('a checkpoint that the log did not sign, or signed badly: 403', async () => {
    const stranger = new TestLog(ORIGIN, 5);
    const { text, signatures } = parseNote(log.checkpoint(5));
    const bad = formatNote({ text: text.replace('\n5\n', '\n6\n'), signatures });
    const byWitnessOnly = formatNote({ text, signatures: [witnessSigner('w.example').sign(text)] });

    expect((await the.submit(stranger, 0, 5)).status).toBe(403);
    for (const checkpoint of [bad, byWitnessOnly]) {
      expect((await the.post(formatConsistencyProof({ oldSize: 0, proof: [], checkpoint }))).status).toBe(403);
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
    expect((await the.post(body)).status).toBe(400);
  });

  test('a request that is too large: 413, and the witness goes on', async () => {
    expect((await the.post('x'.repeat(2_000_000))).status).toBe(413);
    expect((await the.submit(log, 0, 5)).status).toBe(200);
  });

  test('another method or another path', async () => {
    expect((await fetch(`${the.witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${the.witness.url}/elsewhere`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${the.witness.url}//`, { method: 'POST' })).status).toBe(404);
  });
});

describe('what the witness keeps of a log that it caught', () => {
  const evidence = () => readdir(join(the.folder, 'evidence'));
  const kindsOf = (files: string[]) => files.map((file) => file.split('-')[1]).toSorted();
  const submitWith = (proof: readonly Uint8Array[], by: TestLog, size: number, oldSize = 20) =>
    the.post(formatConsistencyProof({ oldSize, proof, checkpoint: by.checkpoint(size) }));

  test('a larger tree of another history, with the proof of what it began with, in the words of the log itself', async () => {
    await the.submit(log, 0, 20);

    expect((await the.submit(fork, 20, 30)).status).toBe(422);
    expect((await the.submit(fork, 20, 30)).status).toBe(422);

    const [file, ...more] = await evidence();
    expect(more).toEqual([]);
    const [mine, theirs] = (await readFile(join(the.folder, 'evidence', file!), 'utf8')).split('\n\n\n');
    const { oldSize, proof, checkpoint } = parseConsistencyProof(theirs!);
    const seen = openCheckpoint(`${mine}\n`, log.signer.key);
    const shown = openCheckpoint(checkpoint, log.signer.key);
    // Two trees of 20 entries by one key: the one it signed, and the one in which its later tree begins.
    expect([seen.size, oldSize, shown.size]).toEqual([20, 20, 30]);
    expect(verifyConsistency(20, 30, proof, fork.root(20), shown.root)).toBe(true);
    expect(seen.root).not.toEqual(fork.root(20));
    expect(kindsOf([file!])).toEqual(['proven']);
    expect(the.witness.problems).toEqual([`${ORIGIN} signed two trees of 20 entries`]);
  });

  test('one whose proof cannot tell, apart from the others, and only until it is shown to be in order', async () => {
    await the.submit(log, 0, 16);
    await the.submit(fork, 16, 30); // a proof from a power of two does not hold what it begins with
    await submitWith(await log.consistency(10, 40), log, 40, 16); // anybody can send that

    expect(kindsOf(await evidence())).toEqual(['unproven', 'unproven']);
    await the.submit(log, 16, 40);

    expect(kindsOf(await evidence())).toEqual(['unproven']);
    expect(the.witness.problems).toHaveLength(2);
  });

  test('nothing of what is not signed by the log, or merely asked wrongly', async () => {
    await the.submit(log, 0, 20);
    await the.submit(new TestLog(ORIGIN, 30, (index) => `stranger ${index}`), 20, 30);
    await the.submit(log, 10, 30);
    await submitWith(await log.consistency(10, 20), log, 20);

    expect(await evidence()).toEqual([]);
  });
});

describe('room for sixteen signatures', () => {
  const large = (number: number) => ({
    name: `witness${number}.${'x'.repeat(200)}.example`,
    keyId: '0badcafe',
    signature: new Uint8Array(5_000).fill(number),
  });
  const SIXTEEN = Array.from({ length: 16 }, (_, number) => large(number));

  test('is in a request: a checkpoint that others have signed, each with a key of the future', async () => {
    const { text, signatures } = parseNote(log.checkpoint(60));
    const checkpoint = formatNote({ text, signatures: [...SIXTEEN, ...signatures] });
    await the.submit(log, 0, 21);
    const proof = await log.consistency(21, 60);

    expect(checkpoint.length).toBeGreaterThan(100_000);
    expect((await the.post(formatConsistencyProof({ oldSize: 21, proof, checkpoint }))).status).toBe(200);
    expect((await the.latest()).length).toBeLessThan(2_000);
  });

  test('is in an answer, and only the one that is known is taken', async () => {
    const { text } = parseNote(log.checkpoint(5));
    const own = cosigner();
    const body = [...SIXTEEN, own.sign(text)].map(formatSignature).join('');

    const taken = await answering(200, body, (url) =>
      cosignatures({ url, key: own.key }, log.checkpoint(5), (oldSize) => log.consistency(oldSize, 5)),
    );

    expect(taken.map(({ name }) => name)).toEqual([own.key.name]);
  });
});

describe('what the witness remembers', () => {
  test('it is there after a restart, under the same key', async () => {
    await the.submit(log, 0, 20);
    const { key } = the.witness;
    await the.witness.stop();
    the.witness = await the.start();

    expect(the.witness.key).toEqual(key);
    expect((await the.submit(log, 0, 10)).status).toBe(409);
    expect((await the.submit(fork, 20, 30)).status).toBe(422);
    expect((await the.submit(log, 20, 30)).status).toBe(200);
  });

  test('many requests at once: of each size one tree is cosigned, and never a smaller one after a larger', async () => {
    await the.submit(log, 0, 11);
    const cosigned: { size: number; by: TestLog }[] = [];
    const attempts = Array.from({ length: 120 }, (_, number) => ({
      by: number % 3 === 0 ? fork : log,
      size: 11 + ((number * 7) % 49),
    }));

    await Promise.all(
      attempts.map(async ({ by, size }) => {
        const answer = await the.submit(by, 11, size);
        if (answer.status === 200) cosigned.push({ size, by });
      }),
    );

    const remembered = parseCheckpoint(parseNote(await the.latest()).text);
    const beyondStart = cosigned.filter(({ size }) => size > 11);
    expect(cosigned.every(({ by }) => by === log)).toBe(true);
    expect(beyondStart).toHaveLength(1);
    expect(remembered.size).toBe(beyondStart[0]!.size);
  });

  test('many clients that each follow the size they are told never bring it back', async () => {
    const sizes = Array.from({ length: 40 }, (_, number) => number + 1);
    const known = { url: the.witness.url, key: the.witness.key };
    await the.submit(log, 0, 1);
    const cosigned: number[] = [];

    const remembered = await whilePolling(
      async () => parseCheckpoint(parseNote(await the.latest()).text).size,
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
    await the.submit(log, 0, 20);
    await the.submit(fork, 20, 20);

    const files = (await readdir(the.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining([`${hashOf(ORIGIN)}.checkpoint`]));
    for (const { parentPath, name } of files) expect((await stat(join(parentPath, name))).mode & 0o777).toBe(0o600);
  });

  test('a memory that cannot be read is not taken for none: 503, and nothing is cosigned', async () => {
    await the.submit(log, 0, 20);
    for (const damaged of ['', 'log.example\n', (await the.latest()).replace('\n20\n', '\n02\n')]) {
      await writeFile(join(the.folder, `${hashOf(ORIGIN)}.checkpoint`), damaged);

      expect((await the.submit(log, 0, 5)).status).toBe(503);
    }
  });

  test('a memory that cannot be written: 503, and the old one stays', async () => {
    await the.submit(log, 0, 20);
    await mkdir(join(the.folder, `${hashOf(ORIGIN)}.checkpoint.draft`));

    expect((await the.submit(log, 20, 30)).status).toBe(503);
    expect(parseCheckpoint(parseNote(await the.latest()).text).size).toBe(20);
  });

  test('a second witness on the same folder is refused, and one that was taken over cosigns nothing new', async () => {
    await the.submit(log, 0, 20);

    await expect(the.start()).rejects.toThrow('another witness');
    await writeFile(join(the.folder, 'witness.lock'), '1 somebody else\n');

    expect((await the.submit(log, 20, 30)).status).toBe(503);
  });

  test('a lock left by a process that was killed is in nobody’s way', async () => {
    await the.witness.stop();
    await writeFile(join(the.folder, 'witness.lock'), '4194303 00000000-0000-0000-0000-000000000000\n');

    the.witness = await the.start();

    expect((await the.submit(log, 0, 20)).status).toBe(200);
  });

  test('anybody can ask what it cosigned last of a log', async () => {
    const url = `${the.witness.url}/${hashOf(ORIGIN)}/checkpoint`;
    expect((await fetch(url)).status).toBe(404);
    await the.submit(log, 0, 20);

    const note = await (await fetch(url)).text();

    expect(openCheckpoint(note, log.signer.key, [the.witness.key])).toMatchObject({ size: 20, cosignatures: [{}] });
    expect((await fetch(`${the.witness.url}/${hashOf('other.example')}/checkpoint`)).status).toBe(404);
  });
});
