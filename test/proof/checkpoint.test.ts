import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCheckpoint, openCheckpoint, parseCheckpoint } from '../../src/proof/checkpoint.ts';
import { MalformedInput } from '../../src/proof/malformed-input.ts';
import { formatNote, NoteRefused, parseNote, verifierKey } from '../../src/proof/note.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';
import { TestLog } from '../support/test-log.ts';

const { checkpoint_bodies: bodies } = JSON.parse(readFileSync('test/vectors/notes/vectors.json', 'utf8')) as {
  checkpoint_bodies: { m: string; origin?: string; size?: string; error?: true }[];
};

describe('the published vectors', () => {
  test.each(bodies.filter(({ error }) => !error))('$m is read', ({ m, origin, size }) => {
    const checkpoint = parseCheckpoint(m);

    expect([checkpoint.origin, String(checkpoint.size)]).toEqual([origin, size]);
    expect(formatCheckpoint(checkpoint)).toBe(m);
  });

  test.each(bodies.filter(({ error }) => error))('$m is refused', ({ m }) => {
    expect(() => parseCheckpoint(m)).toThrow(MalformedInput);
  });
});

describe('the text of a checkpoint', () => {
  test('what is written is read again the same', () => {
    const anyLine = fc.string({ minLength: 1, unit: 'grapheme-ascii' });
    const anyCheckpoint = fc.record({
      origin: anyLine,
      size: fc.maxSafeNat(),
      root: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      extensions: fc.array(anyLine, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(anyCheckpoint, (checkpoint) => {
        expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
      }),
    );
  });

  test.each([
    ['a leading zero in its size', 'Log\n0123\nYmFuYW5hcw==\n'],
    ['an exponent in its size', 'Log\n1e3\nYmFuYW5hcw==\n'],
    ['a space in its size', 'Log\n 10\nYmFuYW5hcw==\n'],
    ['a size of 2^64', 'Log\n18446744073709551616\nYmFuYW5hcw==\n'],
    ['an empty extension line', 'Log\n123\nYmFuYW5hcw==\n\n'],
    ['an empty line before an extension', 'Log\n123\nYmFuYW5hcw==\n\nmore\n'],
    ['no root', 'Log\n123\n\n'],
    ['carriage returns', 'Log\r\n123\r\nYmFuYW5hcw==\r\n'],
    ['nothing at all', ''],
  ])('one with %s is refused', (_, body) => {
    expect(() => parseCheckpoint(body)).toThrow(MalformedInput);
  });

  test('a line that would be two is not written', () => {
    const root = new Uint8Array(32);

    expect(() => formatCheckpoint({ origin: 'log.example\n7', size: 1, root })).toThrow(MalformedInput);
    expect(() => formatCheckpoint({ origin: 'log.example', size: 1, root, extensions: ['one\ntwo'] })).toThrow(
      MalformedInput,
    );
    expect(() => formatCheckpoint({ origin: '', size: 1, root })).toThrow(MalformedInput);
    expect(() => formatCheckpoint({ origin: 'log.example', size: -1, root })).toThrow(MalformedInput);
  });
});

describe('opening a checkpoint', () => {
  const log = new TestLog('log.example', 20);
  const { key: logKey } = log.signer;
  const witnesses = [witnessSigner('w1.example', 100), witnessSigner('w2.example', 200)];
  const keys = witnesses.map(({ key }) => key);

  test('it gives the tree head and which of the trusted witnesses saw it, and when', () => {
    const opened = openCheckpoint(log.checkpoint(20, witnesses), logKey, [keys[1]!]);

    expect([opened.origin, opened.size, opened.root]).toEqual(['log.example', 20, log.root(20)]);
    expect(opened.cosignatures).toEqual([{ key: keys[1], timeSeconds: 200 }]);
  });

  test('witnesses alone do not make it one: the log has to have signed', () => {
    const { text, signatures } = parseNote(log.checkpoint(20, witnesses));

    expect(() => openCheckpoint(formatNote({ text, signatures: signatures.slice(1) }), logKey, keys)).toThrow(
      NoteRefused,
    );
  });

  test('a checkpoint of another log is refused, though the key signed it', () => {
    const other = new TestLog('other.example', 20, undefined, logSigner('log.example'));
    const text = formatCheckpoint({ origin: 'other.example', size: 20, root: other.root(20) });
    const note = formatNote({ text, signatures: [other.signer.sign(text)] });

    expect(() => openCheckpoint(note, other.signer.key)).toThrow(NoteRefused);
  });

  test('one cosignature that stands under two names counts once', () => {
    const [witness] = witnesses;
    const again = verifierKey('cosignature/v1', 'w1-again.example', witness!.key.publicKey);
    const { text, signatures } = parseNote(log.checkpoint(20, [witness!]));
    const copied = { ...signatures[1]!, name: again.name, keyId: again.keyId };
    const note = formatNote({ text, signatures: [...signatures, copied] });

    expect(openCheckpoint(note, logKey, [witness!.key, again]).cosignatures).toHaveLength(1);
  });

  test('a plain signature by a witness key is no cosignature', () => {
    const plain = logSigner('w3.example');
    const note = log.checkpoint(20, [plain]);

    expect(openCheckpoint(note, logKey, [plain.key]).cosignatures).toEqual([]);
  });
});
