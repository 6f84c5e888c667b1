import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../src/proof/bytes.ts';
import { preAuthenticationEncoding } from '../../src/proof/dsse.ts';
import { entryBody } from '../../src/proof/entry.ts';
import { type CheckName } from '../../src/proof/malformed-proof.ts';
import { leafHash } from '../../src/proof/merkle.ts';
import { logSigner } from '../support/note-signing.ts';
import { jsonOf, LOG_ORIGIN, SealingHouse, SealKey } from '../support/seal-fixture.ts';
import { check, entryOf, proofOf, type Spoil, sealedText } from './sealed-text.ts';

const { house, sealed, other, judge } = await sealedText();

describe('a bundle that somebody tampered with is refused for its reason', () => {
  const rows: [string, Spoil, CheckName, RegExp][] = [
    [
      'row 1: the log entry of another seal, valid in itself',
      (json) => {
        json.verificationMaterial.tlogEntries = jsonOf(other.bundle).verificationMaterial.tlogEntries;
      },
      'entry',
      /about another statement/,
    ],
    [
      'row 1: a logged entry of this statement with another signature by the same key',
      async (json) => {
        const pae = preAuthenticationEncoding(json.dsseEnvelope.payloadType, sealed.bundle.envelope.payload);
        const again = entryBody({ paeDigest: sha256(pae), signature: house.key.sign(pae), publicKey: house.key.spki });
        json.verificationMaterial.tlogEntries = jsonOf({
          ...sealed.bundle,
          logEntry: await house.logged(again),
        }).verificationMaterial.tlogEntries;
      },
      'entry',
      /another signature/,
    ],
    [
      'row 1: a logged entry of this statement and signature under another key',
      async (json) => {
        const pae = preAuthenticationEncoding(json.dsseEnvelope.payloadType, sealed.bundle.envelope.payload);
        const signature = sealed.bundle.envelope.signatures[0]!.sig;
        const body = entryBody({ paeDigest: sha256(pae), signature, publicKey: new SealKey().spki });
        json.verificationMaterial.tlogEntries = jsonOf({
          ...sealed.bundle,
          logEntry: await house.logged(body),
        }).verificationMaterial.tlogEntries;
      },
      'entry',
      /a different key/,
    ],
    [
      'row 6: the log entry twice',
      (json) => void json.verificationMaterial.tlogEntries.push(entryOf(json)),
      'entry',
      /exactly one, not 2/,
    ],
    [
      'no log entry',
      (json) => {
        json.verificationMaterial.tlogEntries = [];
      },
      'entry',
      /exactly one, not 0/,
    ],
    ...['1e3', ' 10', '-1', '18446744073709551616', '010', '0x1f', ''].map(
      (size): [string, Spoil, CheckName, RegExp] => [
        `row 6: the tree size ${JSON.stringify(size)}`,
        (json) => {
          proofOf(json).treeSize = size;
        },
        'inclusion',
        /treeSize must be a decimal number below 2\^53/,
      ],
    ),
    [
      'row 6: an index of 2^64',
      (json) => {
        entryOf(json).logIndex = '18446744073709551616';
      },
      'entry',
      /logIndex must be a decimal number/,
    ],
    [
      'row 6: a signature name that is a pattern',
      (json) => {
        proofOf(json).checkpoint.envelope = proofOf(json).checkpoint.envelope.replace(`— ${LOG_ORIGIN}`, '— .*');
      },
      'checkpoint',
      /not signed by any trusted key/,
    ],
    [
      'row 6: a checkpoint with a size in another notation',
      (json) => {
        const { checkpoint, treeSize } = proofOf(json);
        checkpoint.envelope = checkpoint.envelope.replace(`\n${treeSize}\n`, `\n${treeSize}e0\n`);
      },
      'checkpoint',
      /is invalid/,
    ],
    [
      'row 11: an inner node as if it were the entry',
      (json) => {
        const [sibling, ...above] = proofOf(json).hashes;
        const leaf = leafHash(decodeBase64(entryOf(json).canonicalizedBody));
        const isRight = Number(proofOf(json).logIndex) % 2 === 1;
        const pair = isRight ? [decodeBase64(sibling!), leaf] : [leaf, decodeBase64(sibling!)];
        entryOf(json).canonicalizedBody = encodeBase64(concatBytes(...pair));
        proofOf(json).hashes = above;
      },
      'inclusion',
      /doesn’t show that this is entry/,
    ],
    [
      'row 11: a proof that is too short',
      (json) => void proofOf(json).hashes.pop(),
      'inclusion',
      /doesn’t show that this is entry/,
    ],
    [
      'row 11: a proof that is too long',
      (json) => void proofOf(json).hashes.push(encodeBase64(new Uint8Array(32))),
      'inclusion',
      /doesn’t show/,
    ],
    [
      'row 11: a proof with its last hash twice',
      (json) => void proofOf(json).hashes.push(proofOf(json).hashes.at(-1)!),
      'inclusion',
      /doesn’t show/,
    ],
    [
      'row 11: a proof that is longer than any tree is high',
      (json) => {
        proofOf(json).hashes = Array(65).fill(encodeBase64(new Uint8Array(32)));
      },
      'inclusion',
      /must be at most 64/,
    ],
    [
      'row 11: another index in both places',
      (json) => {
        entryOf(json).logIndex = proofOf(json).logIndex = String(Number(proofOf(json).logIndex) + 1);
      },
      'inclusion',
      /doesn’t show/,
    ],
    [
      'row 11: an index beyond the tree',
      (json) => {
        entryOf(json).logIndex = proofOf(json).logIndex = proofOf(json).treeSize;
      },
      'inclusion',
      /doesn’t show/,
    ],
    [
      'row 12: another index at the top than in the proof',
      (json) => {
        entryOf(json).logIndex = '3';
      },
      'inclusion',
      /two different indexes/,
    ],
    [
      'row 12: another root than the checkpoint has',
      (json) => {
        proofOf(json).rootHash = encodeBase64(new Uint8Array(32));
      },
      'inclusion',
      /another root/,
    ],
    [
      'row 12: another tree size than the checkpoint has',
      (json) => {
        proofOf(json).treeSize = '99';
      },
      'inclusion',
      /another tree size/,
    ],
    [
      'row 14: the signature in its other form, which the key verifies as well',
      (json) => {
        const [signature] = json.dsseEnvelope.signatures;
        const { r, s } = p256.Signature.fromBytes(decodeBase64(signature!.sig), 'der');
        signature!.sig = encodeBase64(new p256.Signature(r, p256.Point.Fn.ORDER - s).toBytes('der'));
      },
      'entry',
      /another signature/,
    ],
    [
      'row 15: a payload with a key twice, though the signature is not over it',
      (json) => {
        const text = new TextDecoder().decode(sealed.bundle.envelope.payload);
        json.dsseEnvelope.payload = Buffer.from(text.replace('"_type"', '"_type":"x","_type"')).toString('base64');
      },
      'digest',
      /appears twice/,
    ],
    [
      'row 16: another payload type',
      (json) => {
        json.dsseEnvelope.payloadType = 'application/vnd.example+json';
      },
      'signature',
      /not an in-toto statement but "application\/vnd\.example\+json"/,
    ],
    [
      'row 16: the signature twice',
      (json) => void json.dsseEnvelope.signatures.push(json.dsseEnvelope.signatures[0]!),
      'signature',
      /exactly one signature, not 2/,
    ],
    [
      'row 16: a second signature by another key',
      (json) => void json.dsseEnvelope.signatures.unshift({ sig: encodeBase64(new SealKey().sign(Uint8Array.of(1))) }),
      'signature',
      /exactly one signature, not 2/,
    ],
    [
      'row 16: no signature',
      (json) => {
        json.dsseEnvelope.signatures = [];
      },
      'signature',
      /must not be empty/,
    ],
    [
      'the payload of another seal',
      (json) => {
        json.dsseEnvelope.payload = encodeBase64(other.bundle.envelope.payload);
      },
      'signature',
      /not a signature of the seal key over this statement/,
    ],
    [
      'a signature by another key',
      (json) => {
        const pae = preAuthenticationEncoding(json.dsseEnvelope.payloadType, sealed.bundle.envelope.payload);
        json.dsseEnvelope.signatures[0]!.sig = encodeBase64(new SealKey().sign(pae));
      },
      'signature',
      /not a signature of the seal key/,
    ],
    [
      'a checkpoint of a log that took the name',
      async (json) => {
        const impostor = new SealingHouse({ log: logSigner(LOG_ORIGIN) });
        const entry = await impostor.logged(sealed.bundle.logEntry.canonicalizedBody);
        const spoilt = jsonOf({ ...sealed.bundle, logEntry: { ...entry, logId: sealed.bundle.logEntry.logId } });
        json.verificationMaterial = spoilt.verificationMaterial;
      },
      'checkpoint',
      /not signed by any trusted key/,
    ],
    [
      'row 19: a time stamp that cannot be read',
      (json) => {
        json.verificationMaterial.timestampVerificationData.rfc3161Timestamps = [{ signedTimestamp: 'MAA=' }];
      },
      'timestamp',
      /is (unreadable|invalid)/,
    ],
    [
      'no witness where one has to have cosigned',
      async (json) => {
        const { checkpoint } = proofOf(json);
        checkpoint.envelope = checkpoint.envelope.slice(0, checkpoint.envelope.indexOf('— witness.example.net'));
      },
      'witnesses',
      /0 of the pinned witnesses cosigned the checkpoint; 1 are required/,
    ],
    [
      'a cosignature that is not the witness’s own',
      (json) => {
        const { checkpoint } = proofOf(json);
        const at = checkpoint.envelope.length - 20;
        const letter = checkpoint.envelope[at] === 'A' ? 'B' : 'A';
        checkpoint.envelope = checkpoint.envelope.slice(0, at) + letter + checkpoint.envelope.slice(at + 1);
      },
      'witnesses',
      /A cosignature is not valid/,
    ],
    [
      'a certificate instead of a pinned key',
      (json) => {
        Object.assign(json.verificationMaterial, { certificate: { rawBytes: 'MAA=' } });
      },
      'key',
      /certificates are not supported/,
    ],
    [
      'another media type',
      (json) => {
        json.mediaType = 'application/json';
      },
      'signature',
      /mediaType must be/,
    ],
    [
      'row 2: an inclusion promise, with which a time could be claimed',
      (json) => void Object.assign(entryOf(json), { inclusionPromise: { signedEntryTimestamp: 'MAA=' } }),
      'entry',
      /inclusionPromise is not a known field/,
    ],
  ];

  test.each(rows)('%s', async (_, spoil, name, reason) => {
    const json = jsonOf(sealed.bundle);
    await spoil(json);

    const verdict = await judge(json);

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, name)).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) });
    expect(verdict.summary).toMatch(/^This is not a valid seal\. ./);
  });

  test('row 2: a time that the log claims changes nothing', async () => {
    const json = jsonOf(sealed.bundle);
    entryOf(json).integratedTime = '1700000000';

    expect(await judge(json)).toEqual(await judge(sealed.bundle));
    expect((await judge(json)).time.status).toBe('NOT_PROVEN');
  });
});

describe('what was signed wrongly, with the right key, is refused as well', () => {
  const signedText = (change: (text: string) => string) => {
    const text = new TextDecoder().decode(sealed.bundle.envelope.payload);
    const changed = change(text);
    expect(changed).not.toBe(text);
    return house.signed(new TextEncoder().encode(changed));
  };

  test.each<[string, (text: string) => string, RegExp]>([
    ['a key twice', (text) => text.replace('"byteLength":', '"byteLength":1,"byteLength":'), /appears twice/],
    ['an integer beyond 2^53', (text) => text.replace(/"byteLength":\d+/, '"byteLength":9007199254740993'), /2\^53/],
    ['half of a surrogate pair', (text) => text.replace('"name":"text"', '"name":"\\udfff"'), /surrogate/],
    ['__proto__', (text) => text.replace('"predicate":{', '"predicate":{"__proto__":{"private":true},'), /__proto__/],
    ['NaN', (text) => text.replace(/"byteLength":\d+/, '"byteLength":NaN'), /a value is missing/],
    ['a status instead of a seal', (text) => text.replace('provenance-seal/v1', 'seal-status/v1'), /of another kind/],
    ['something that is not JSON', () => 'Hello', /is (unreadable|invalid)/],
  ])('row 15: %s', async (_, change, reason) => {
    const verdict = await judge(await signedText(change));

    expect(verdict).toMatchObject({ result: 'INVALID', statement: null });
    expect(check(verdict, 'digest')).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) });
    expect(check(verdict, 'signature').status).toBe('passed');
  });

  test('row 16: another payload type, signed', async () => {
    const verdict = await judge(await house.signed(sealed.bundle.envelope.payload, house.key, 'application/json'));

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'signature').detail).toMatch(/not an in-toto statement/);
  });

  test('statements that are not canonical are read as they were signed', async () => {
    const bundle = await signedText((text) => JSON.stringify(JSON.parse(text), null, 2));

    expect((await judge(bundle)).result).toBe('SAME_BYTES');
  });
});
