import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { parseEnvelope, preAuthenticationEncoding, verifyEnvelope } from '../../src/proof/dsse.ts';
import { FieldReader, type JsonValue, parseJson } from '../../src/proof/json.ts';
import { CheckName, MalformedProof } from '../../src/proof/malformed-proof.ts';
import { ed25519Key, p256KeyOf } from '../../src/proof/public-key.ts';

interface Vector {
  id: string;
  envelope: JsonValue;
  trustedKeys: string[];
  threshold: number;
  supportedPayloadTypes: string[];
  pae: string;
  expect: 'accept' | 'reject';
}

const { keys, vectors } = JSON.parse(readFileSync('test/vectors/dsse/vectors.json', 'utf8')) as {
  keys: Record<string, { public: string }>;
  vectors: Vector[];
};
const envelopeOf = (json: JsonValue) =>
  parseEnvelope(new FieldReader(parseJson(JSON.stringify(json)), 'The envelope', CheckName.signature));

describe('the published DSSE envelopes', () => {
  test('there are nine', () => {
    expect(vectors).toHaveLength(9);
  });

  test.each(vectors)('$id: $description', (vector) => {
    const envelope = envelopeOf(vector.envelope);
    const trusted = vector.trustedKeys.map((name) => ed25519Key(hexToBytes(keys[name]!.public)));

    const isAccepted = verifyEnvelope(envelope, trusted, vector.supportedPayloadTypes, vector.threshold);

    expect(isAccepted).toBe(vector.expect === 'accept');
  });

  // `pae` is what the signatures cover, which is not what a swapped envelope claims to be.
  test.each(vectors.filter(({ id }) => id !== 'payload-type-swapped'))(
    '$id has the published bytes to sign',
    (vector) => {
      const { payloadType, payload } = envelopeOf(vector.envelope);

      expect(bytesToHex(preAuthenticationEncoding(payloadType, payload))).toBe(vector.pae);
    },
  );

  test('payload-type-swapped has the published bytes under the type that was signed, and others under its own', () => {
    const vector = vectors.find(({ id }) => id === 'payload-type-swapped')!;
    const { payloadType, payload } = envelopeOf(vector.envelope);

    expect(payloadType).toBe('application/vnd.example.other+json');
    expect(bytesToHex(preAuthenticationEncoding('application/vnd.in-toto+json', payload))).toBe(vector.pae);
    expect(bytesToHex(preAuthenticationEncoding(payloadType, payload))).not.toBe(vector.pae);
  });
});

describe('an envelope', () => {
  const signature = { sig: 'AAAA' };

  test.each([
    ['without signatures', { payload: '', payloadType: 't', signatures: [] }, /must not be empty/],
    ['with an empty signature', { payload: '', payloadType: 't', signatures: [{ sig: '' }] }, /must not be empty/],
    [
      'with a field nobody knows',
      { payload: '', payloadType: 't', signatures: [signature], extra: 1 },
      /not a known field/,
    ],
    ['with both alphabets', { payload: '-+AA', payloadType: 't', signatures: [signature] }, /mixes/],
    ['without padding', { payload: 'AA', payloadType: 't', signatures: [signature] }, /base64 with padding/],
    ['with bits beyond the end', { payload: 'AB==', payloadType: 't', signatures: [signature] }, /base64/],
    ['with a space', { payload: 'AA A', payloadType: 't', signatures: [signature] }, /base64/],
    ['that is a list', [], /must be an object/],
  ])('%s is refused', (_, json, reason) => {
    expect(() => envelopeOf(json as JsonValue)).toThrow(MalformedProof);
    expect(() => envelopeOf(json as JsonValue)).toThrow(reason);
  });

  test('a threshold of none is met by nobody', () => {
    const envelope = envelopeOf({ payload: '', payloadType: 't', signatures: [signature] });

    expect(verifyEnvelope(envelope, [], ['t'], 0)).toBe(false);
  });
});

describe('an ECDSA P-256 key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
  const message = new TextEncoder().encode('what is signed');
  const signed = () => new Uint8Array(sign('sha256', message, { key: privateKey, dsaEncoding: 'der' }));

  test('accepts two hundred signatures of OpenSSL, whichever half s is in', () => {
    const key = p256KeyOf(spki);

    for (let i = 0; i < 200; i++) expect(key.verifies(message, signed())).toBe(true);
  });

  test('refuses each signature with one byte changed, cut short or made longer, without throwing', () => {
    const key = p256KeyOf(spki);
    const signature = signed();

    for (let at = 0; at < signature.length; at++) {
      const changed = signature.slice();
      changed[at]! ^= 1;
      expect(key.verifies(message, changed)).toBe(false);
    }
    expect(key.verifies(message, signature.slice(0, -1))).toBe(false);
    expect(key.verifies(message, Uint8Array.of(...signature, 0))).toBe(false);
    expect(key.verifies(message, new Uint8Array())).toBe(false);
    expect(key.verifies(message, hexToBytes('3006020100020100'))).toBe(false);
  });

  test('signs the message itself, not its digest', () => {
    const key = p256KeyOf(spki);

    expect(key.verifies(new Uint8Array(createHash('sha256').update(message).digest()), signed())).toBe(false);
  });

  test.each([
    ['of another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
    ['of RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
    ['of Ed25519', generateKeyPairSync('ed25519').publicKey],
  ])('is not a key %s', (_, other) => {
    expect(() => p256KeyOf(new Uint8Array(other.export({ type: 'spki', format: 'der' })))).toThrow(
      /not an ECDSA P-256/,
    );
  });

  test('is a point of the curve', () => {
    const off = spki.slice();
    off[off.length - 1]! ^= 1;

    expect(() => p256KeyOf(off)).toThrow(/not a point/);
  });
});
