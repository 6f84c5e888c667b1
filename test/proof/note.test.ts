import { readFileSync } from 'node:fs';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64 } from '../../src/proof/bytes.ts';
import { decodeCosignature, encodeCosignature } from '../../src/proof/cosignature.ts';
import { MalformedInput } from '../../src/proof/malformed-input.ts';
import {
  formatNote,
  formatSignature,
  formatVerifierKey,
  keyHash,
  NoteRefused,
  openNote,
  parseNote,
  parseSignatures,
  parseVerifierKey,
  verifierKey,
} from '../../src/proof/note.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';

const vectors = JSON.parse(readFileSync('test/vectors/notes/vectors.json', 'utf8')) as {
  notes: { vkey: string; note: string; ok: boolean }[];
  vkeys: { vkey: string; ok: boolean; type?: number }[];
  cosignature_timestamps: { sig: string; time?: number; error?: true }[];
};

describe('the published vectors', () => {
  test.each(vectors.notes)('the note of $vkey is opened and written again the same', ({ vkey, note }) => {
    const opened = openNote(note, [parseVerifierKey(vkey)]);

    expect(opened.text).toBe(parseNote(note).text);
    expect(formatNote(parseNote(note))).toBe(note);
  });

  test.each(vectors.vkeys.filter(({ ok }) => ok))('the key $vkey is read', ({ vkey, type }) => {
    const key = parseVerifierKey(vkey);

    expect(key.type).toBe(type === 4 ? 'cosignature/v1' : 'ed25519');
    expect(formatVerifierKey(key)).toBe(vkey);
  });

  test.each(vectors.vkeys.filter(({ ok }) => !ok))('the key $vkey is refused', ({ vkey }) => {
    expect(() => parseVerifierKey(vkey)).toThrow(MalformedInput);
  });

  test.each(vectors.cosignature_timestamps)('the cosignature $sig tells its time, or is refused', ({ sig, time }) => {
    const read = () => decodeCosignature(decodeBase64(sig).slice(4)).timeSeconds;

    if (time === undefined) expect(read).toThrow(MalformedInput);
    else expect(read()).toBe(time);
  });
});

describe('opening a note', () => {
  const log = logSigner('log.example');
  const other = logSigner('other.example');
  const witness = witnessSigner('witness.example/w1', 1_727_964_367);
  const text = 'If you think cryptography is the answer,\n\nthen ask again.\n';
  const note = formatNote({ text, signatures: [other, log, witness].map((signer) => signer.sign(text)) });

  test('it gives the text and who signed it; a witness with its time', () => {
    expect(openNote(note, [log.key, witness.key])).toEqual({
      text,
      signatures: [
        { key: log.key, timeSeconds: null },
        { key: witness.key, timeSeconds: 1_727_964_367 },
      ],
    });
  });

  test('signatures by unknown keys are passed over, even under a known name or a known id', () => {
    const sameName = logSigner('log.example');
    const stranger = { ...sameName.sign(text), name: 'log.example' };
    const sameId = { ...sameName.sign(text), name: 'elsewhere.example', keyId: log.key.keyId };

    const opened = openNote({ text, signatures: [stranger, sameId, log.sign(text)] }, [log.key]);

    expect(opened.signatures.map(({ key }) => key)).toEqual([log.key]);
  });

  test('a note that no trusted key signed is refused', () => {
    expect(() => openNote(note, [logSigner('log.example').key])).toThrow(NoteRefused);
    expect(() => openNote(note, [])).toThrow(NoteRefused);
  });

  test('one bad signature under a known name and id refuses the whole note', () => {
    const bad = { ...witness.sign('another text\n') };

    expect(() => openNote({ text, signatures: [log.sign(text), bad] }, [log.key, witness.key])).toThrow(NoteRefused);
    expect(() => openNote({ text, signatures: [log.sign(text), bad] }, [log.key])).not.toThrow();
  });

  test('a bad signature behind a good one by the same key is refused as well', () => {
    const signatures = [log.sign(text), log.sign('another text\n')];

    expect(() => openNote({ text, signatures }, [log.key])).toThrow(NoteRefused);
  });

  test('a key that signed twice counts once', () => {
    const signatures = [witness.sign(text), witness.sign(text)];

    expect(openNote({ text, signatures }, [witness.key]).signatures).toHaveLength(1);
  });

  test('every single flipped bit of the text, the signature or the time is refused', () => {
    for (const signer of [log, witness]) {
      const { signature, ...rest } = signer.sign('ab\n');
      for (let bit = 0; bit < signature.length * 8; bit++) {
        const flipped = signature.slice();
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => openNote({ text: 'ab\n', signatures: [{ ...rest, signature: flipped }] }, [signer.key])).toThrow();
      }
      for (const changed of ['Ab\n', 'ab', 'ab\n\n', 'ab \n']) {
        expect(() => openNote({ text: changed, signatures: [{ ...rest, signature }] }, [signer.key])).toThrow();
      }
    }
  });

  test('a signature of one kind does not pass as the other under the same key', () => {
    const { secretKey } = log;
    const asWitness = verifierKey('cosignature/v1', 'log.example', ed25519.getPublicKey(secretKey));
    const { signature } = log.sign(text);
    const cosignature = encodeCosignature({ timeSeconds: 0, signature });

    const pretended = { name: asWitness.name, keyId: asWitness.keyId, signature: cosignature };

    expect(asWitness.keyId).not.toBe(log.key.keyId);
    expect(() => openNote({ text, signatures: [pretended] }, [asWitness])).toThrow(NoteRefused);
  });

  test('a public key of small order, under which anything is signed, is refused', () => {
    const identity = hexToBytes('0100000000000000000000000000000000000000000000000000000000000000');
    const key = verifierKey('ed25519', 'log.example', identity);
    const signature = new Uint8Array(64);
    signature.set(identity);

    const signatures = [{ name: key.name, keyId: key.keyId, signature }];

    expect(() => openNote({ text, signatures }, [key])).toThrow(NoteRefused);
  });
});

describe('the form of a note', () => {
  const signed = logSigner('log.example').sign('text\n');
  const line = formatSignature(signed);

  test('what is written is read again the same, empty lines and all', () => {
    const anyText = fc
      .array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 6 })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a note must not hold these.
      .map((lines) => lines.map((each) => `${each.replace(/[\u0000-\u001f]/g, '')}\n`).join(''));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseNote(formatNote({ text, signatures: [signed] }))).toEqual({ text, signatures: [signed] });
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['no signatures', 'text\n'],
    ['an empty list of signatures', 'text\n\n'],
    ['no empty line', `text\n${line}`],
    ['no last newline', `text\n\n${line.trimEnd()}`],
    ['an empty line at the end', `text\n\n${line}\n`],
    ['a carriage return', `te\rxt\n\n${line}`],
    ['a NUL', `te\u0000xt\n\n${line}`],
    ['half a surrogate pair', `te\ud800xt\n\n${line}`],
    ['a hyphen for the dash', `text\n\n${line.replace('—', '-')}`],
    ['no space after the dash', `text\n\n${line.replace('— ', '—')}`],
    ['a space in the name', `text\n\n${line.replace('log.example', 'log example')}`],
    ['a wide space in the name', `text\n\n${line.replace('log.example', 'log\u2003example')}`],
    ['a plus in the name', `text\n\n${line.replace('log.example', 'log+example')}`],
    ['no name', `text\n\n${line.replace('log.example', '')}`],
    ['a key id without a signature', 'text\n\n— log.example AAAAAA==\n'],
    ['base64 with bits left over', 'text\n\n— log.example AAAAAAB=\n'],
    ['no signature', 'text\n\n— log.example \n'],
    ['more than 100 signatures', `text\n\n${line.repeat(101)}`],
    ['more than a megabyte', `${'x'.repeat(1_000_000)}\n\n${line}`],
  ])('a note is refused that has %s', (_, note) => {
    expect(() => parseNote(note)).toThrow(MalformedInput);
  });

  test('a name that would be a pattern is only a name', () => {
    const log = logSigner('.*');
    const text = 'text\n';
    const signatures = [logSigner('anything').sign(text)];

    expect(() => openNote({ text, signatures }, [log.key])).toThrow(NoteRefused);
    expect(openNote({ text, signatures: [log.sign(text)] }, [log.key]).text).toBe(text);
  });

  test('what could not be read again is not written', () => {
    expect(() => formatNote({ text: 'no newline', signatures: [signed] })).toThrow(MalformedInput);
    expect(() => formatNote({ text: 'a\tb\n', signatures: [signed] })).toThrow(MalformedInput);
    expect(() => verifierKey('ed25519', 'two words', new Uint8Array(32))).toThrow(MalformedInput);
    expect(() => verifierKey('ed25519', 'name', new Uint8Array(31))).toThrow(MalformedInput);
  });

  test('signature lines are read alone, as a witness sends them', () => {
    expect(parseSignatures(line + line)).toEqual([signed, signed]);
    expect(parseSignatures('')).toEqual([]);
    expect(() => parseSignatures(`${line}\n`)).toThrow(MalformedInput);
  });
});

test('the key id is the beginning of the hash that Rekor calls the log id', () => {
  const { key } = logSigner('log.example');

  const logId = keyHash('ed25519', key.name, key.publicKey);

  expect(logId).toHaveLength(32);
  expect(bytesToHex(logId.slice(0, 4))).toBe(key.keyId);
});

test('a cosignature keeps its time, and refuses one that is no number of seconds', () => {
  const signature = new Uint8Array(64).fill(7);

  expect(decodeCosignature(encodeCosignature({ timeSeconds: 2 ** 40 + 1, signature }))).toEqual({
    timeSeconds: 2 ** 40 + 1,
    signature,
  });
  expect(() => encodeCosignature({ timeSeconds: -1, signature })).toThrow(RangeError);
  expect(() => encodeCosignature({ timeSeconds: 1.5, signature })).toThrow(RangeError);
  expect(() => decodeCosignature(new Uint8Array(72).fill(255))).toThrow(MalformedInput);
});
