import { beforeEach, describe, expect, test } from 'vitest';
import { addCheckpoint, cosignatures, type KnownWitness } from '../../../src/log/witness/witness-client.ts';
import { openCheckpoint } from '../../../src/proof/checkpoint.ts';
import { formatNote, formatVerifierKey, parseNote, parseVerifierKey } from '../../../src/proof/note.ts';
import { witnessSigner } from '../../support/note-signing.ts';
import { TestLog } from '../../support/test-log.ts';
import { answering, cosigner, fork, formatOf, log, ORIGIN, runningWitness } from './running-witness.ts';

const the = runningWitness();

describe('the client', () => {
  const proofTo = (by: TestLog, size: number) => (oldSize: number) => by.consistency(oldSize, size);
  let known: KnownWitness;
  beforeEach(() => {
    // As an operator has it: out of a line of text.
    known = { url: `${the.witness.url}/`, key: parseVerifierKey(formatVerifierKey(the.witness.key)) };
  });

  test('gets cosignatures, though it does not know what the witness saw last', async () => {
    await the.submit(log, 0, 12);

    const signatures = await cosignatures(known, log.checkpoint(30), proofTo(log, 30));

    const { text, signatures: own } = parseNote(log.checkpoint(30));
    const cosigned = formatNote({ text, signatures: [...own, ...signatures] });
    expect(openCheckpoint(cosigned, log.signer.key, [known.key]).cosignatures).toHaveLength(1);
  });

  test('asks only once when it remembers rightly, and again when it remembers too much', async () => {
    await the.submit(log, 0, 12);
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
    await the.submit(log, 0, 20);

    await expect(attempt()).rejects.toMatchObject({ name: 'WitnessFailed', code });
  });

  test('understands a witness of before, which answers 409 without a size to a split view', async () => {
    const attempt = answering(409, 'Another tree.\n', (url) =>
      cosignatures({ url, key: cosigner().key }, log.checkpoint(5), proofTo(log, 5)),
    );

    await expect(attempt).rejects.toMatchObject({ code: 'OTHER_ROOT' });
  });

  test('tells of the other size when it asks by itself', async () => {
    await the.submit(log, 0, 20);

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

    await expect(answering(200, 'x'.repeat(140_000), ask)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(answering(null, '', ask)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await the.witness.stop();
    await expect(ask(the.witness.url)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});
