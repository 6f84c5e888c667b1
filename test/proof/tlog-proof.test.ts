import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MalformedInput } from '../../src/proof/malformed-input.ts';
import { NoteRefused } from '../../src/proof/note.ts';
import { formatTlogProof, parseTlogProof, TlogProofRefused, verifyTlogProof } from '../../src/proof/tlog-proof.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { TestLog } from '../support/test-log.ts';

const { tlog_proof_errors: malformed } = JSON.parse(readFileSync('test/vectors/notes/vectors.json', 'utf8')) as {
  tlog_proof_errors: string[];
};

const SIZE = 90;
const log = new TestLog('log.example', SIZE);
const logKey = log.signer.key;

test.each(malformed)('the published %j is refused', (proof) => {
  expect(() => parseTlogProof(proof)).toThrow(MalformedInput);
});

describe('the form of a proof', () => {
  test('what is written is read again the same', () => {
    const anyProof = fc
      .record({
        extra: fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }), { nil: undefined }),
        index: fc.maxSafeNat(),
        hashes: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 63 }),
        checkpoint: fc.constant(log.checkpoint(SIZE)),
      })
      .map(({ extra, ...rest }) => ({ ...rest, ...(extra && { extra }) }));
    fc.assert(
      fc.property(anyProof, (proof) => {
        expect(parseTlogProof(formatTlogProof(proof))).toEqual(proof);
      }),
      { numRuns: 50 },
    );
  });

  const hash = 'A'.repeat(43).concat('=');
  test.each([
    ['more than 63 hashes', `c2sp.org/tlog-proof@v1\nindex 0\n${`${hash}\n`.repeat(64)}\ncheckpoint\n`],
    ['a hash of another length', 'c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\ncheckpoint\n'],
    ['extra data behind the index', `c2sp.org/tlog-proof@v1\nindex 0\nextra AAAA\n\ncheckpoint\n`],
    ['extra data of no bytes', 'c2sp.org/tlog-proof@v1\nextra \nindex 0\n\ncheckpoint\n'],
    ['extra data twice', 'c2sp.org/tlog-proof@v1\nextra AAAA\nextra AAAA\nindex 0\n\ncheckpoint\n'],
    ['a leading zero', 'c2sp.org/tlog-proof@v1\nindex 07\n\ncheckpoint\n'],
    ['carriage returns', 'c2sp.org/tlog-proof@v1\r\nindex 0\r\n\r\ncheckpoint\r\n'],
    ['no empty line', 'c2sp.org/tlog-proof@v1\nindex 0\ncheckpoint\n'],
    ['another version', 'c2sp.org/tlog-proof@v2\nindex 0\n\ncheckpoint\n'],
    ['nothing', ''],
  ])('one with %s is refused', (_, proof) => {
    expect(() => parseTlogProof(proof)).toThrow(MalformedInput);
  });
});

describe('verifying a proof', () => {
  test('every entry of every size is shown to stand where it stands', async () => {
    for (const size of [1, 2, 3, 7, 8, 9, 64, 65, SIZE]) {
      for (const index of new Set([0, size >> 1, size - 1])) {
        expect(verifyTlogProof(await log.tlogProof(index, size), log.leaf(index), { logKey }).size).toBe(size);
      }
    }
  });

  test('another entry, another index or another size is refused', async () => {
    const proof = await log.tlogProof(5, SIZE);

    expect(() => verifyTlogProof(proof, log.leaf(6), { logKey })).toThrow(TlogProofRefused);
    expect(() => verifyTlogProof(proof.replace('index 5\n', 'index 6\n'), log.leaf(5), { logKey })).toThrow(
      TlogProofRefused,
    );
    expect(() => verifyTlogProof(proof.replace(`\n${SIZE}\n`, `\n${SIZE + 1}\n`), log.leaf(5), { logKey })).toThrow(
      NoteRefused,
    );
  });

  test('the checkpoint of another log, however alike, is refused', async () => {
    const other = new TestLog('log.example', SIZE);
    const proof = await log.tlogProof(5, SIZE);

    expect(() => verifyTlogProof(proof, log.leaf(5), { logKey: other.signer.key })).toThrow(NoteRefused);
  });

  test('as many witnesses as the quorum asks for have to have cosigned', async () => {
    const witnesses = [witnessSigner('w1.example'), witnessSigner('w2.example'), witnessSigner('w3.example')];
    const policy = { logKey, witnesses: witnesses.map(({ key }) => key), quorum: 2 };

    const enough = await log.tlogProof(5, SIZE, witnesses.slice(0, 2));
    const tooFew = await log.tlogProof(5, SIZE, [witnesses[0]!, witnesses[0]!, witnessSigner('unknown.example')]);

    expect(verifyTlogProof(enough, log.leaf(5), policy).cosignatures).toHaveLength(2);
    expect(() => verifyTlogProof(tooFew, log.leaf(5), policy)).toThrow(TlogProofRefused);
  });
});
