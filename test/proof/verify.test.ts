import { randomBytes } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Bundle, formatBundle, parseBundle } from '../../src/proof/bundle.ts';
import { decodeBase64, encodeBase64 } from '../../src/proof/bytes.ts';
import { preAuthenticationEncoding } from '../../src/proof/dsse.ts';
import { entryBody } from '../../src/proof/entry.ts';
import { canonicalBytes } from '../../src/proof/json.ts';
import { type CheckName, MalformedProof } from '../../src/proof/malformed-proof.ts';
import { leafHash } from '../../src/proof/merkle.ts';
import type { Trust, TrustedTimeStampAuthority } from '../../src/proof/trust.ts';
import { type SealToVerify, type Verdict, verifySeal } from '../../src/proof/verify.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';
import { startThreadTime } from '../support/processor-time.ts';
import {
  type BundleJson,
  jsonOf,
  LOG_ORIGIN,
  NOW,
  type Sealed,
  SealingHouse,
  SealKey,
} from '../support/seal-fixture.ts';
import { TestLog } from '../support/test-log.ts';
import { FOR_TIME_STAMPS, type Holder, makeCertificate, stamp } from '../support/time-stamp-forger.ts';

const TEXT = 'Grüße,\nhow much is it?\n';
const FROM = new Date('2026-01-01T00:00:00Z');

let house: SealingHouse;
let sealed: Sealed;
let other: Sealed;
let tsa: Holder;
let tsaRoot: Holder;
let authorities: TrustedTimeStampAuthority[];

beforeAll(async () => {
  house = new SealingHouse({ witnesses: [witnessSigner('witness.example.net')] });
  other = await house.seal({ text: 'Another text.\n' });
  sealed = await house.seal({ text: TEXT });
  tsaRoot = await makeCertificate('Root', { isAuthority: true });
  tsa = await makeCertificate('Signer', { issuer: tsaRoot, usage: FOR_TIME_STAMPS });
  authorities = [authorityOf('Test TSA', FROM)];
});

const authorityOf = (name: string, start: Date, end?: Date): TrustedTimeStampAuthority => ({
  name,
  certificates: [tsa.der, tsaRoot.der],
  validFor: { start, ...(end && { end }) },
});

/** The bundle with stamps over its signature. */
async function stamped(bundle: Bundle, ...times: string[]): Promise<Bundle> {
  const signature = bundle.envelope.signatures[0]!.sig;
  const timeStamps: Uint8Array[] = [];
  for (const at of times) timeStamps.push(await stamp(tsa, signature, { at: new Date(at) }));
  return { ...bundle, timeStamps };
}

function judge(bundle: Bundle | BundleJson | string, wishes: Partial<SealToVerify> = {}): Promise<Verdict> {
  const source =
    typeof bundle === 'string' ? bundle : 'envelope' in bundle ? formatBundle(bundle) : JSON.stringify(bundle);
  return verifySeal({ bundle: source, trust: house.trust(), text: TEXT, now: NOW, ...wishes });
}

const check = (verdict: Verdict, name: CheckName) => verdict.checks.find((candidate) => candidate.name === name)!;
const statuses = (verdict: Verdict) => Object.fromEntries(verdict.checks.map(({ name, status }) => [name, status]));
const trustWith = (wishes: Partial<Trust>) => house.trust({ timeStampAuthorities: authorities, ...wishes });
const keyWith = (wishes: Partial<Trust['sealKeys'][number]>) =>
  trustWith({ sealKeys: [{ publicKey: house.key.spki, validFor: { start: FROM }, ...wishes }] });

describe('a seal as it should be', () => {
  test('with the same text, stamped, cosigned and with its statuses asked for, passes all nine checks', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');

    const verdict = await judge(bundle, { trust: trustWith({}), statuses: [] });

    expect(statuses(verdict)).toEqual({
      digest: 'passed',
      signature: 'passed',
      entry: 'passed',
      checkpoint: 'passed',
      inclusion: 'passed',
      witnesses: 'passed',
      timestamp: 'passed',
      key: 'passed',
      status: 'passed',
    });
    expect(verdict).toMatchObject({
      result: 'SAME_BYTES',
      summary: 'These are byte for byte the sealed bytes, and the seal holds.',
      time: { status: 'PROVEN', at: '2026-11-21T09:00:01.000Z', by: 'Test TSA' },
      statement: { predicate: { sealId: sealed.predicate.sealId, aiGenerated: true } },
    });
    expect(verdict.checks.every(({ detail, trusts }) => detail.endsWith('.') && trusts.endsWith('.'))).toBe(true);
  });

  test('without a time stamp holds, and says that the time is not proven', async () => {
    const verdict = await judge(sealed.bundle);

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', time: { status: 'NOT_PROVEN', at: null, by: null } });
    expect(check(verdict, 'timestamp')).toMatchObject({ status: 'not-checked', detail: /not proven/ as unknown });
  });

  test('can be given as bytes, as a file is read', async () => {
    const verdict = await verifySeal({
      bundle: new TextEncoder().encode(formatBundle(sealed.bundle)),
      trust: house.trust(),
      artifact: sealed.artifact,
    });

    expect(verdict.result).toBe('SAME_BYTES');
  });

  test('of the earliest of two stamps is the time', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T10:00:00Z', '2026-11-21T09:00:01Z');

    expect((await judge(bundle, { trust: trustWith({}) })).time.at).toBe('2026-11-21T09:00:01.000Z');
  });

  test('is read again as it was written', () => {
    expect(parseBundle(formatBundle(sealed.bundle))).toEqual(sealed.bundle);
  });
});

describe('what was given to compare', () => {
  test.each([
    ['the same text', TEXT, 'SAME_BYTES'],
    ['CRLF line ends', TEXT.replaceAll('\n', '\r\n'), 'SAME_TEXT'],
    ['CR line ends', TEXT.replaceAll('\n', '\r'), 'SAME_TEXT'],
    ['a byte order mark', `\ufeff${TEXT}`, 'SAME_TEXT'],
    ['accents as they are decomposed', TEXT.normalize('NFD'), 'SAME_TEXT'],
    ['no final newline', TEXT.trimEnd(), 'SAME_TEXT'],
    ['a space more', `${TEXT} `, 'DIFFERENT'],
    ['a zero-width space more', TEXT.replace('much', 'mu\u200bch'), 'DIFFERENT'],
    ['a NUL more', `${TEXT}\u0000`, 'DIFFERENT'],
    ['another text', 'Another text.\n', 'DIFFERENT'],
    ['nothing in it', '', 'DIFFERENT'],
  ])('%s, pasted or as a file', async (_, text, result) => {
    expect((await judge(sealed.bundle, { text })).result).toBe(result);
    expect((await judge(sealed.bundle, { text: undefined, artifact: new TextEncoder().encode(text) })).result).toBe(
      result,
    );
  });

  test('half of a surrogate pair is different, and not taken for the replacement character', async () => {
    const replaced = await house.seal({ text: 'pay \ufffd now' });

    const verdict = await judge(replaced.bundle, { text: 'pay \ud800 now' });

    expect(verdict.result).toBe('DIFFERENT');
    expect(check(verdict, 'digest').detail).toMatch(/surrogate/);
  });

  test('bytes that are no text are different', async () => {
    expect((await judge(sealed.bundle, { artifact: Uint8Array.of(0xff, 0xfe) })).result).toBe('DIFFERENT');
  });

  test('nothing: the seal holds, and no more is said', async () => {
    const verdict = await judge(sealed.bundle, { text: undefined });

    expect(verdict.result).toBe('NOT_COMPARED');
    expect(check(verdict, 'digest').status).toBe('not-checked');
  });

  test('another text is different, however good the seal: the digest check fails', async () => {
    const verdict = await judge(sealed.bundle, { text: 'Another text.\n' });

    expect(verdict.summary).toBe('The seal holds, but these are not the sealed bytes.');
    expect(statuses(verdict)).toMatchObject({ digest: 'failed', signature: 'passed', inclusion: 'passed' });
  });

  test('a statement that gives another length than the bytes have is not of these bytes', async () => {
    const lying = await house.seal({ text: TEXT, predicate: { byteLength: 3 } });

    expect((await judge(lying.bundle)).result).not.toBe('SAME_BYTES');
  });
});

describe('a private seal', () => {
  const salt = new Uint8Array(randomBytes(32));
  let secret: Sealed;
  beforeAll(async () => {
    secret = await house.seal({ text: 'yes\n', salt });
  });

  test.each([
    ['the text and the salt', { text: 'yes\n', salt }, 'SAME_BYTES'],
    ['the text with other line ends and the salt', { text: 'yes\r\n', salt }, 'SAME_TEXT'],
    ['the file of the text and the salt', { artifact: new TextEncoder().encode('yes\n'), salt }, 'SAME_BYTES'],
    [
      'the text with a byte order mark, as a file',
      { artifact: new TextEncoder().encode('\ufeffyes\n'), salt },
      'SAME_TEXT',
    ],
    ['another text', { text: 'no\n', salt }, 'DIFFERENT'],
    ['another salt', { text: 'yes\n', salt: new Uint8Array(32) }, 'DIFFERENT'],
    ['the text alone', { text: 'yes\n' }, 'NOT_COMPARED'],
    ['a salt that is too short', { text: 'yes\n', salt: salt.slice(1) }, 'NOT_COMPARED'],
  ])('with %s', async (_, given, result) => {
    expect((await judge(secret.bundle, { text: undefined, ...given })).result).toBe(result);
  });

  test('with its file of salt and text', async () => {
    const artifact = secret.artifact;

    expect((await judge(secret.bundle, { text: undefined, artifact })).result).toBe('SAME_BYTES');
    const crlf = Uint8Array.of(...salt, ...new TextEncoder().encode('yes\r\n'));
    expect((await judge(secret.bundle, { text: undefined, artifact: crlf })).result).toBe('SAME_TEXT');
  });

  test('tells a guesser nothing: neither digest is that of the text', () => {
    const payload = new TextDecoder().decode(secret.bundle.envelope.payload);

    expect(payload).not.toContain(bytesToHex(sha256(new TextEncoder().encode('yes\n'))));
  });
});

type Spoil = (json: BundleJson) => void | Promise<void>;
const entryOf = (json: BundleJson) => json.verificationMaterial.tlogEntries[0]!;
const proofOf = (json: BundleJson) => entryOf(json).inclusionProof;

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
      /another key/,
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
      /signed by none of the trusted keys/,
    ],
    [
      'row 6: a checkpoint with a size in another notation',
      (json) => {
        const { checkpoint, treeSize } = proofOf(json);
        checkpoint.envelope = checkpoint.envelope.replace(`\n${treeSize}\n`, `\n${treeSize}e0\n`);
      },
      'checkpoint',
      /not its own/,
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
      /not proven that this is entry/,
    ],
    [
      'row 11: a proof that is too short',
      (json) => void proofOf(json).hashes.pop(),
      'inclusion',
      /not proven that this is entry/,
    ],
    [
      'row 11: a proof that is too long',
      (json) => void proofOf(json).hashes.push(encodeBase64(new Uint8Array(32))),
      'inclusion',
      /not proven/,
    ],
    [
      'row 11: a proof with its last hash twice',
      (json) => void proofOf(json).hashes.push(proofOf(json).hashes.at(-1)!),
      'inclusion',
      /not proven/,
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
      /not proven/,
    ],
    [
      'row 11: an index beyond the tree',
      (json) => {
        entryOf(json).logIndex = proofOf(json).logIndex = proofOf(json).treeSize;
      },
      'inclusion',
      /not proven/,
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
      /given twice/,
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
      /not by the seal key over this statement/,
    ],
    [
      'a signature by another key',
      (json) => {
        const pae = preAuthenticationEncoding(json.dsseEnvelope.payloadType, sealed.bundle.envelope.payload);
        json.dsseEnvelope.signatures[0]!.sig = encodeBase64(new SealKey().sign(pae));
      },
      'signature',
      /not by the seal key/,
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
      /signed by none of the trusted keys/,
    ],
    [
      'row 19: a time stamp that cannot be read',
      (json) => {
        json.verificationMaterial.timestampVerificationData.rfc3161Timestamps = [{ signedTimestamp: 'MAA=' }];
      },
      'timestamp',
      /cannot be read/,
    ],
    [
      'no witness where one has to have cosigned',
      async (json) => {
        const { checkpoint } = proofOf(json);
        checkpoint.envelope = checkpoint.envelope.slice(0, checkpoint.envelope.indexOf('— witness.example.net'));
      },
      'witnesses',
      /0 of the pinned witnesses cosigned; 1 have to/,
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
      /A witness is not to be believed/,
    ],
    [
      'a certificate instead of a pinned key',
      (json) => {
        Object.assign(json.verificationMaterial, { certificate: { rawBytes: 'MAA=' } });
      },
      'key',
      /certificates are not known here/,
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
      /inclusionPromise is not a field known here/,
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
    ['a key twice', (text) => text.replace('"byteLength":', '"byteLength":1,"byteLength":'), /given twice/],
    ['an integer beyond 2^53', (text) => text.replace(/"byteLength":\d+/, '"byteLength":9007199254740993'), /2\^53/],
    ['half of a surrogate pair', (text) => text.replace('"name":"text"', '"name":"\\udfff"'), /surrogate/],
    ['__proto__', (text) => text.replace('"predicate":{', '"predicate":{"__proto__":{"private":true},'), /__proto__/],
    ['NaN', (text) => text.replace(/"byteLength":\d+/, '"byteLength":NaN'), /a value is missing/],
    ['a status instead of a seal', (text) => text.replace('provenance-seal/v1', 'seal-status/v1'), /of another kind/],
    ['something that is not JSON', () => 'Hello', /cannot be read/],
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

describe('whoever is not pinned', () => {
  test('as a seal key: the seal cannot be judged', async () => {
    const stranger = await house.seal({ text: TEXT, key: new SealKey() });

    const verdict = await judge(stranger.bundle);

    expect(verdict).toMatchObject({
      result: 'UNKNOWN',
      summary: expect.stringMatching(/The seal key is not one that is pinned/),
    });
    expect(statuses(verdict)).toMatchObject({ key: 'failed', signature: 'not-checked', entry: 'passed' });
  });

  test('as a log: the seal cannot be judged', async () => {
    const verdict = await judge(sealed.bundle, {
      trust: house.trust({ logs: [{ ...house.trustedLog(), publicKey: logSigner(LOG_ORIGIN).key.publicKey }] }),
    });

    expect(verdict.result).toBe('UNKNOWN');
    expect(statuses(verdict)).toMatchObject({ checkpoint: 'failed', inclusion: 'not-checked', signature: 'passed' });
  });

  test('as a seal key, with a hint that points to a pinned one: the signature does not hold', async () => {
    const stranger = jsonOf((await house.seal({ text: TEXT, key: new SealKey() })).bundle);
    stranger.verificationMaterial.publicKey.hint = encodeBase64(house.key.id);

    const verdict = await judge(stranger);

    expect(verdict.result).toBe('INVALID');
    expect(statuses(verdict)).toMatchObject({ signature: 'failed', entry: 'failed' });
  });

  test('as a log, with the id of the pinned one: its checkpoint is not signed', async () => {
    const verdict = await judge(sealed.bundle, {
      trust: house.trust({
        logs: [{ ...house.trustedLog(), validFor: { start: FROM, end: new Date('2026-02-01T00:00:00Z') } }],
      }),
    });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/was not trusted at 2026-11-21/);
  });
});

describe('witnesses that were asked for later, or not any more', () => {
  const SINCE = new Date('2026-06-01T00:00:00Z');
  const seconds = (time: string) => new Date(time).getTime() / 1000;
  const free = { witnesses: [], quorum: 0, validFor: { start: FROM, end: SINCE } };
  /** Sealed when nobody cosigned; only since June has somebody to. */
  const early = async (claimedAt = '2026-05-01T09:00:00Z') => {
    const early = new SealingHouse();
    const { bundle } = await early.seal({ text: TEXT, predicate: { claimedAt } });
    const newer = { witnesses: [witnessSigner('new.example').key], quorum: 1, validFor: { start: SINCE } };
    const trust = early.trust({ timeStampAuthorities: authorities, witnessPolicies: [free, newer] });
    return { bundle, trust, early };
  };

  test('a seal from before, with a time that is proven, is held to what was asked then', async () => {
    const { bundle, trust } = await early();

    const verdict = await judge(await stamped(bundle, '2026-05-01T09:00:01Z'), { trust });

    expect(verdict.result).toBe('SAME_BYTES');
    expect(check(verdict, 'witnesses')).toMatchObject({
      status: 'not-checked',
      detail: 'No witness had to cosign when it was stamped.',
    });
  });

  test('one that only claims to be from before cannot be judged, and says how it could', async () => {
    const { bundle, trust } = await early();

    const verdict = await judge(bundle, { trust });

    expect(verdict.result).toBe('UNKNOWN');
    expect(check(verdict, 'witnesses').detail).toMatch(/nothing proves that.*a cosigned bundle/);
  });

  test.each([
    ['claims', '2026-07-01T09:00:00Z', undefined],
    ['was stamped', '2026-05-01T09:00:00Z', '2026-07-01T09:00:01Z'],
  ])('one that %s to be from after is refused without its cosignature', async (_, claimedAt, stampedAt) => {
    const { bundle, trust } = await early(claimedAt);

    const verdict = await judge(stampedAt ? await stamped(bundle, stampedAt) : bundle, { trust });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'witnesses').detail).toBe('0 of the pinned witnesses cosigned; 1 have to.');
  });

  test('a seal that was withdrawn before stays withdrawn', async () => {
    const { early: ended, trust } = await early();
    const old = await ended.seal({ text: TEXT, predicate: { claimedAt: '2026-05-01T09:00:00Z' } });
    const revocation = formatBundle(await ended.status(old, { claimedAt: '2026-05-02T09:00:00Z' }));
    const bundle = await stamped(old.bundle, '2026-05-01T09:00:01Z');

    expect((await judge(bundle, { trust, statuses: [] })).result).toBe('SAME_BYTES');
    expect((await judge(bundle, { trust, statuses: [revocation] })).result).toBe('REVOKED');
  });

  test.each([
    ['while it was one of them', '2026-05-31T23:59:59Z', 'SAME_BYTES'],
    ['after it was dismissed', '2026-06-01T00:00:01Z', 'INVALID'],
  ] as const)('a witness that cosigned %s: its own time decides', async (_, cosignedAt, result) => {
    const old = new SealingHouse({ witnesses: [witnessSigner('old.example', seconds(cosignedAt))] });
    const { bundle } = await old.seal({ text: TEXT });
    const newer = { witnesses: [witnessSigner('new.example').key], quorum: 1, validFor: { start: SINCE } };
    const before = old.witnessPolicy({ validFor: { start: FROM, end: SINCE } });

    const verdict = await judge(bundle, { trust: old.trust({ witnessPolicies: [before, newer] }) });

    expect(verdict.result).toBe(result);
    expect(check(verdict, 'witnesses').detail).toBe(
      result === 'INVALID' ? '0 of the pinned witnesses cosigned; 1 have to.' : 'Cosigned by old.example.',
    );
  });

  test('of one key under two names counts once', async () => {
    const one = witnessSigner('one.example');
    const same = witnessSigner('two.example', undefined, new Uint8Array(one.secretKey));
    const stranger = witnessSigner('three.example');
    const two = new SealingHouse({ witnesses: [one, same] });
    const { bundle } = await two.seal({ text: TEXT });
    const policy = { witnesses: [one.key, stranger.key], quorum: 2, validFor: { start: FROM } };
    const earlier = { witnesses: [same.key], quorum: 0, validFor: { start: FROM, end: FROM } };

    const verdict = await judge(bundle, { trust: two.trust({ witnessPolicies: [earlier, policy] }) });

    expect(verdict.result).toBe('INVALID');
  });
});

describe('a log that has ended', () => {
  const newWitness = { witnesses: [witnessSigner('new.example').key], quorum: 1, validFor: { start: FROM } };

  test('vouches with its last tree, which the trust file names, for what no witness saw', async () => {
    const ended = new SealingHouse();
    const { bundle } = await ended.seal({ text: TEXT });
    const closedLogs = [{ origin: LOG_ORIGIN, checkpoint: bundle.logEntry.inclusionProof.checkpoint }];

    const verdict = await judge(bundle, { trust: ended.trust({ closedLogs, witnessPolicies: [newWitness] }) });

    expect(verdict.result).toBe('SAME_BYTES');
    expect(check(verdict, 'witnesses').detail).toBe(
      `It is the last tree of ${LOG_ORIGIN}, which the trust file names.`,
    );
  });

  test('vouches for nothing beyond that tree', async () => {
    const ended = new SealingHouse();
    const { bundle } = await ended.seal({ text: TEXT });
    const last = ended.tree().checkpoint(bundle.logEntry.logIndex);

    const verdict = await judge(bundle, {
      trust: ended.trust({ closedLogs: [{ origin: LOG_ORIGIN, checkpoint: last }] }),
    });

    expect(verdict.result).toBe('UNKNOWN');
    expect(check(verdict, 'checkpoint').detail).toContain('the trust file says that it ended with 13');
  });

  test('vouches for no other tree of that size', async () => {
    const ended = new SealingHouse();
    const { bundle } = await ended.seal({ text: TEXT });
    const { treeSize } = bundle.logEntry.inclusionProof;
    const fork = new TestLog(LOG_ORIGIN, treeSize, (index) => `other ${index}`, ended.log);

    const verdict = await judge(bundle, {
      trust: ended.trust({ closedLogs: [{ origin: LOG_ORIGIN, checkpoint: fork.checkpoint(treeSize) }] }),
    });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toContain('signed two different trees');
  });
});

describe('time stamps', () => {
  test.each<[string, () => Promise<Bundle>, RegExp]>([
    [
      'row 19: over the text instead of the signature',
      async () => ({ ...sealed.bundle, timeStamps: [await stamp(tsa, sealed.artifact)] }),
      /other bytes/,
    ],
    [
      'row 19: of another seal',
      async () => ({ ...sealed.bundle, timeStamps: (await stamped(other.bundle, '2026-11-21T09:00:01Z')).timeStamps }),
      /other bytes/,
    ],
    ['row 19: from the future', () => stamped(sealed.bundle, '2026-11-22T09:00:01Z'), /from the future/],
    [
      'row 4: after the authority was retired',
      () => stamped(sealed.bundle, '2026-11-21T11:30:00Z'),
      /was not trusted at the time/,
    ],
    [
      'row 4: one good, one bad',
      () => stamped(sealed.bundle, '2026-11-21T09:00:01Z', '2026-11-21T11:30:00Z'),
      /was not trusted at the time/,
    ],
    [
      'row 6: the same one twice',
      async () => {
        const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
        return { ...bundle, timeStamps: [bundle.timeStamps[0]!, bundle.timeStamps[0]!] };
      },
      /given twice/,
    ],
    [
      'row 3: by a certificate that is not for it',
      async () => {
        const wrong = await makeCertificate('Wrong', { issuer: tsaRoot });
        const bag = [tsa.certificate, wrong.certificate];
        return {
          ...sealed.bundle,
          timeStamps: [await stamp(wrong, sealed.bundle.envelope.signatures[0]!.sig, { bag })],
        };
      },
      /not from a pinned authority/,
    ],
  ])('%s', async (_, make, reason) => {
    const trust = trustWith({
      timeStampAuthorities: [authorityOf('Test TSA', FROM, new Date('2026-11-21T11:00:00Z'))],
    });

    const verdict = await judge(await make(), { trust });

    expect(verdict).toMatchObject({ result: 'INVALID', time: { status: 'NOT_PROVEN', at: null } });
    expect(check(verdict, 'timestamp')).toMatchObject({ status: 'failed', detail: expect.stringMatching(reason) });
  });
});

describe('a seal key that is not valid for ever', () => {
  const STAMPED_AT = '2026-11-21T09:00:01Z';

  test('row 5: that had ended before the stamp is refused, and after it is not', async () => {
    const bundle = await stamped(sealed.bundle, STAMPED_AT);
    const ended = (end: string) => keyWith({ validFor: { start: FROM, end: new Date(end) } });

    const before = await judge(bundle, { trust: ended('2026-11-21T09:00:00Z') });
    const after = await judge(bundle, { trust: ended('2026-11-21T09:00:02Z') });

    expect(before.result).toBe('INVALID');
    expect(check(before, 'key')).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/was not valid at 2026-11-21T09:00:01/),
    });
    expect(after.result).toBe('SAME_BYTES');
  });

  test('row 5: that had not begun is refused', async () => {
    const trust = keyWith({ validFor: { start: new Date('2026-12-01T00:00:00Z') } });

    expect((await judge(await stamped(sealed.bundle, STAMPED_AT), { trust })).result).toBe('INVALID');
  });

  test('row 5: after a rotation, each seal is judged by its own key', async () => {
    const next = new SealKey();
    const later = await house.seal({ text: TEXT, key: next });
    const trust = trustWith({
      sealKeys: [
        { publicKey: house.key.spki, validFor: { start: FROM, end: new Date('2026-11-21T09:30:00Z') } },
        { publicKey: next.spki, validFor: { start: new Date('2026-11-21T09:30:00Z') } },
      ],
    });

    expect((await judge(await stamped(sealed.bundle, STAMPED_AT), { trust })).result).toBe('SAME_BYTES');
    expect((await judge(await stamped(later.bundle, '2026-11-21T10:00:00Z'), { trust })).result).toBe('SAME_BYTES');
    expect((await judge(await stamped(sealed.bundle, '2026-11-21T10:00:00Z'), { trust })).result).toBe('INVALID');
    expect((await judge(await stamped(later.bundle, STAMPED_AT), { trust })).result).toBe('INVALID');
  });

  test('without a stamp is judged by the time the issuer claims, and says so', async () => {
    const ended = (end: string) => keyWith({ validFor: { start: FROM, end: new Date(end) } });

    const within = await judge(sealed.bundle, { trust: ended('2026-11-21T09:00:00Z') });
    const outside = await judge(sealed.bundle, { trust: ended('2026-11-21T08:59:59Z') });

    expect(within.result).toBe('SAME_BYTES');
    expect(within.time.status).toBe('NOT_PROVEN');
    expect(check(within, 'key').detail).toMatch(/issuer's own word/);
    expect(outside.result).toBe('INVALID');
  });

  test('row 24: revoked at a time, leaves the seals stamped before it and takes the others', async () => {
    const revoked = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z'), reason: 'a laptop was stolen' });

    const before = await judge(await stamped(sealed.bundle, STAMPED_AT), { trust: revoked });
    const at = await judge(await stamped(sealed.bundle, '2026-11-21T10:00:00Z'), { trust: revoked });
    const unproven = await judge(sealed.bundle, { trust: revoked });

    expect(before.result).toBe('SAME_BYTES');
    expect(at.result).toBe('INVALID');
    expect(check(at, 'key').detail).toMatch(
      /revoked at 2026-11-21T10:00:00.000Z \(a laptop was stolen\), before the seal/,
    );
    expect(unproven.result).toBe('INVALID');
    expect(check(unproven, 'key').detail).toMatch(/nothing proves the seal is older/);
  });
});

describe('a status', () => {
  const json = (bundle: Bundle) => formatBundle(bundle);

  test.each([
    ['REVOKED', 'REVOKED', 'failed', /The issuer revoked it: The figure was wrong\./],
    ['SUPERSEDED', 'SUPERSEDED', 'failed', /The issuer put seal_next in its place/],
    ['ERASED', 'SAME_BYTES', 'passed', /has erased its own copy/],
  ] as const)('of %s makes it %s', async (kind, result, status, detail) => {
    const told = await house.status(sealed, {
      status: kind,
      ...(kind === 'SUPERSEDED' && { supersededBy: 'seal_next' }),
    });

    const verdict = await judge(sealed.bundle, { statuses: [json(told)] });

    expect(verdict.result).toBe(result);
    expect(check(verdict, 'status')).toMatchObject({ status, detail: expect.stringMatching(detail) });
  });

  test('of revocation weighs more than any other, in whatever order they come', async () => {
    const told = [
      json(await house.status(sealed, { status: 'SUPERSEDED', supersededBy: 'seal_next' })),
      json(await house.status(sealed, { status: 'REVOKED' })),
      json(await house.status(sealed, { status: 'ERASED' })),
    ];

    expect((await judge(sealed.bundle, { statuses: told })).result).toBe('REVOKED');
    expect((await judge(sealed.bundle, { statuses: told.toReversed() })).result).toBe('REVOKED');
  });

  test('weighs less than other bytes or an invalid seal', async () => {
    const told = [json(await house.status(sealed))];
    const spoilt = jsonOf(sealed.bundle);
    spoilt.dsseEnvelope.signatures[0]!.sig = encodeBase64(house.key.sign(Uint8Array.of(1)));

    expect((await judge(sealed.bundle, { statuses: told, text: 'other' })).result).toBe('DIFFERENT');
    expect((await judge(sealed.bundle, { statuses: told, text: undefined })).result).toBe('REVOKED');
    expect((await judge(spoilt, { statuses: told })).result).toBe('INVALID');
  });

  test('does not count when it is unsigned, not logged, about another seal, or not a status, and that is said', async () => {
    const told = await house.status(sealed);
    const byStranger = await house.status(sealed, {}, new SealKey());
    const notLogged = jsonOf(told);
    proofOf(notLogged).hashes.reverse();
    const ofOther = await house.status(other);
    const renamed = await house.status(sealed, { sealId: other.predicate.sealId });
    const cases: [string | Uint8Array, RegExp][] = [
      [json(byStranger), /seal key is not one that is pinned/],
      [JSON.stringify(notLogged), /not proven that this is entry/],
      [json(ofOther), /about another seal/],
      [json(renamed), /about another seal/],
      [json(sealed.bundle), /of another kind/],
      ['{}', /mediaType/],
    ];

    for (const [source, reason] of cases) {
      const verdict = await judge(sealed.bundle, { statuses: [source] });
      expect(verdict.result).toBe('SAME_BYTES');
      expect(check(verdict, 'status')).toMatchObject({ status: 'not-checked', detail: expect.stringMatching(reason) });
    }
  });

  test('by a stolen key does not count after the key was revoked', async () => {
    const told = await stamped(await house.status(sealed), '2026-11-21T11:00:00Z');
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const trust = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z') });

    expect((await judge(bundle, { trust, statuses: [json(told)] })).result).toBe('SAME_BYTES');
  });

  test('that was not asked for is not said to be in order', async () => {
    expect(check(await judge(sealed.bundle), 'status')).toMatchObject({ status: 'not-checked' });
    expect(check(await judge(sealed.bundle, { statuses: [] }), 'status')).toMatchObject({
      status: 'passed',
      trusts: 'The operator, not to keep a status back.',
    });
  });
});

describe('a checkpoint that the reader kept', () => {
  const treeSize = () => sealed.bundle.logEntry.inclusionProof.treeSize;
  const kept = async (size: number) => {
    const tree = house.tree();
    const [from, to] = size < treeSize() ? [size, treeSize()] : [treeSize(), size];
    return { note: tree.checkpoint(size), consistency: from === to ? null : await tree.consistencyProof(from, to) };
  };
  /** The same log with another history, from the entry that follows on the beginning. */
  const splitView = async () => {
    const split = new SealingHouse({ log: house.log });
    while (split.size < treeSize()) await split.logged(canonicalBytes({ n: split.size }));
    return split.tree();
  };

  test.each([
    ['older', -5],
    ['the same', 0],
    ['newer', 1],
  ])('that is %s is found to be of one history', async (_, by) => {
    await house.logged(canonicalBytes({ another: 'entry' }));

    const verdict = await judge(sealed.bundle, { oldCheckpoint: await kept(treeSize() + by) });

    expect(verdict).toMatchObject({ result: 'SAME_BYTES', proofPath: null });
    expect(check(verdict, 'checkpoint').detail).toMatch(/the checkpoint you kept/);
  });

  test('of the same size with another root shows that the log has two stories', async () => {
    const split = await splitView();

    const verdict = await judge(sealed.bundle, {
      oldCheckpoint: { note: split.checkpoint(treeSize()), consistency: null },
    });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/signed two different trees of \d+ entries/);
  });

  test('proven in a tree that the log signed for others alone shows the same', async () => {
    const split = await splitView();
    const consistency = await split.consistencyProof(13, treeSize());

    const verdict = await judge(sealed.bundle, { oldCheckpoint: { note: split.checkpoint(13), consistency } });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/signed two different trees of \d+ entries/);
  });

  test.each([
    ['older', -5],
    ['newer', 1],
  ])('that is %s and comes without a proof leaves it open, with where the proof is', async (_, by) => {
    await house.logged(canonicalBytes({ another: 'entry' }));
    const sizes = [treeSize(), treeSize() + by].sort((one, other) => one - other);

    const verdict = await judge(sealed.bundle, {
      oldCheckpoint: { ...(await kept(treeSize() + by)), consistency: null },
    });

    const path = `/log/by-name/${LOG_ORIGIN}/consistency/${sizes[0]}/${sizes[1]}`;
    expect(verdict).toMatchObject({ result: 'UNKNOWN', proofPath: path });
    expect(verdict.summary).toContain(`: the log’s service has it at ${path}.`);
  });

  test('with a proof that does not hold is not passed over', async () => {
    const older = await kept(10);
    const consistency = { ...older.consistency!, proof: older.consistency!.proof.slice(1) };

    const verdict = await judge(sealed.bundle, { oldCheckpoint: { ...older, consistency } });

    expect(verdict.result).toBe('INVALID');
    expect(check(verdict, 'checkpoint').detail).toMatch(/Nothing proves that this tree and the one you kept/);
  });

  test.each([
    ['between other trees', () => house.tree().consistencyProof(9, treeSize()), /leads from 9 entries to \d+/],
    ['of another log', () => new TestLog('log9.example.org', 40).consistencyProof(10, 40), /log9\.example\.org/],
    ['by another key', () => new SealingHouse().tree().consistencyProof(10, 13), /not to be believed/],
    ['of nothing', async () => ({ oldSize: 10, proof: [], checkpoint: 'nothing' }), /not to be believed/],
  ])('with a proof %s asks for the right one', async (_, consistency, why) => {
    const oldCheckpoint = { note: house.tree().checkpoint(10), consistency: await consistency() };

    const verdict = await judge(sealed.bundle, { oldCheckpoint });

    expect(verdict).toMatchObject({
      result: 'UNKNOWN',
      proofPath: `/log/by-name/${LOG_ORIGIN}/consistency/10/${treeSize()}`,
    });
    expect(check(verdict, 'checkpoint')).toMatchObject({ status: 'not-checked', detail: expect.stringMatching(why) });
  });

  test.each([
    ['of a log that is not pinned', 'log9.example.org', /another log, log9\.example\.org.*does not name that log/],
    ['by another key', LOG_ORIGIN, /The checkpoint you kept is not to be believed: .*none of the trusted keys/],
  ])('%s says nothing about the seal, and why', async (_, origin, why) => {
    const note = new TestLog(origin, 10).checkpoint(10);

    const verdict = await judge(sealed.bundle, { oldCheckpoint: { note, consistency: null } });

    expect(verdict).toMatchObject({ result: 'UNKNOWN', proofPath: null });
    expect(verdict.summary).toMatch(why);
  });

  test('of the log before this one is told from one of a stranger', async () => {
    const earlier = new SealingHouse({ log: logSigner('log0.seals.example.org') });
    const trust = trustWith({
      logs: [{ ...earlier.trustedLog(), origin: 'log0.seals.example.org' }, house.trustedLog()],
    });
    const note = earlier.tree().checkpoint(10);

    const verdict = await judge(sealed.bundle, { trust, oldCheckpoint: { note, consistency: null } });

    expect(verdict.result).toBe('UNKNOWN');
    expect(verdict.summary).toMatch(/another log, log0\.seals\.example\.org.*Your trust file names that one as well/);
    expect(verdict.summary).toContain(`Give a checkpoint of ${LOG_ORIGIN}.`);
  });
});

describe('where there is no WebCrypto, as over plain http', () => {
  test('all but the time stamp is checked, and nothing throws', async () => {
    const bundle = await stamped(sealed.bundle, '2026-11-21T09:00:01Z');
    const source = formatBundle(bundle);
    const trust = trustWith({});
    const revoked = keyWith({ revokedAt: new Date('2026-11-21T10:00:00Z') });
    for (const crypto of [{ getRandomValues: () => {} }, undefined]) {
      vi.stubGlobal('crypto', crypto);
      try {
        const verdict = await verifySeal({ bundle: source, trust, text: TEXT, now: NOW });
        const uncertain = await verifySeal({ bundle: source, trust: revoked, text: TEXT, now: NOW });

        expect(verdict).toMatchObject({ result: 'SAME_BYTES', time: { status: 'NOT_CHECKED_HERE', at: null } });
        expect(statuses(verdict)).toMatchObject({
          digest: 'passed',
          signature: 'passed',
          entry: 'passed',
          checkpoint: 'passed',
          inclusion: 'passed',
          witnesses: 'passed',
          timestamp: 'not-checked',
          key: 'passed',
        });
        // Whether the seal is older than the revocation hangs on the stamp.
        expect(uncertain.result).toBe('UNKNOWN');
      } finally {
        vi.unstubAllGlobals();
      }
    }
  });
});

describe('whatever else comes as a bundle', () => {
  const bombs: [string, string | Uint8Array, RegExp][] = [
    ['nothing', '', /cannot be read/],
    ['words', 'Hello', /cannot be read/],
    ['null', 'null', /must be an object/],
    ['a list', '[]', /must be an object/],
    ['an empty object', '{}', /mediaType must be a string/],
    ['bytes that are no text', Uint8Array.of(0xff, 0x00), /UTF-8/],
    ['more than a megabyte', `{"a":"${'a'.repeat(1_000_000)}"}`, /larger than one megabyte/],
    ['more than a megabyte of bytes', new Uint8Array(1_000_001), /larger than one megabyte/],
    [
      'less than a million letters that are more than a megabyte',
      `"${'é'.repeat(600_000)}"`,
      /larger than one megabyte/,
    ],
    ['brackets without end', '['.repeat(900_000), /deeper than 64/],
    ['objects without end', '{"a":'.repeat(150_000), /deeper than 64/],
    ['a string without end', `"${'\\u0061'.repeat(150_000)}`, /not closed/],
  ];

  test.each(bombs)('%s is refused with a sentence, soon', async (_, bundle, reason) => {
    const workedMs = startThreadTime();

    const verdict = await verifySeal({ bundle, trust: house.trust() });

    expect(workedMs()).toBeLessThan(1000);
    expect(verdict.result).toBe('INVALID');
    expect(verdict.checks.find(({ status }) => status === 'failed')?.detail).toMatch(reason);
    expect(() => parseBundle(bundle)).toThrow(MalformedProof);
  });

  test('a good bundle whose long fields are made to explode is refused, soon', async () => {
    const long = 300_000;
    const spoils: Spoil[] = [
      (json) => {
        proofOf(json).checkpoint.envelope = '\n'.repeat(long);
      },
      (json) => {
        proofOf(json).checkpoint.envelope += '— a b\n'.repeat(long / 10);
      },
      (json) => {
        proofOf(json).checkpoint.envelope = `${'— '.repeat(long)}\n\n`;
      },
      (json) => {
        json.dsseEnvelope.payloadType = ' '.repeat(long);
      },
      (json) => {
        json.dsseEnvelope.payload = 'A'.repeat(long);
      },
      (json) => {
        entryOf(json).canonicalizedBody = 'W1tb'.repeat(long / 4);
      },
      (json) => {
        proofOf(json).treeSize = '1'.repeat(long);
      },
      (json) => {
        json.verificationMaterial.timestampVerificationData.rfc3161Timestamps = [
          { signedTimestamp: 'MIAw'.repeat(long / 4) },
        ];
      },
    ];
    for (const spoil of spoils) {
      const json = jsonOf(sealed.bundle);
      await spoil(json);
      const workedMs = startThreadTime();

      expect((await judge(json)).result).toBe('INVALID');
      expect(workedMs()).toBeLessThan(2000);
    }
  });
});

describe('one changed byte', () => {
  /** Where the bytes of a bundle stand, and how to put others there. */
  const fields: [string, (json: BundleJson) => string, (json: BundleJson, value: string) => void][] = [
    [
      'payload',
      (json) => json.dsseEnvelope.payload,
      (json, value) => {
        json.dsseEnvelope.payload = value;
      },
    ],
    [
      'signature',
      (json) => json.dsseEnvelope.signatures[0]!.sig,
      (json, value) => {
        json.dsseEnvelope.signatures[0]!.sig = value;
      },
    ],
    [
      'hint',
      (json) => json.verificationMaterial.publicKey.hint,
      (json, value) => {
        json.verificationMaterial.publicKey.hint = value;
      },
    ],
    [
      'log id',
      (json) => entryOf(json).logId.keyId,
      (json, value) => {
        entryOf(json).logId.keyId = value;
      },
    ],
    [
      'entry body',
      (json) => entryOf(json).canonicalizedBody,
      (json, value) => {
        entryOf(json).canonicalizedBody = value;
      },
    ],
    [
      'root',
      (json) => proofOf(json).rootHash,
      (json, value) => {
        proofOf(json).rootHash = value;
      },
    ],
    [
      'first proof hash',
      (json) => proofOf(json).hashes[0]!,
      (json, value) => {
        proofOf(json).hashes[0] = value;
      },
    ],
    [
      'last proof hash',
      (json) => proofOf(json).hashes.at(-1)!,
      (json, value) => {
        proofOf(json).hashes[proofOf(json).hashes.length - 1] = value;
      },
    ],
    [
      'checkpoint',
      (json) => Buffer.from(proofOf(json).checkpoint.envelope).toString('base64'),
      (json, value) => {
        proofOf(json).checkpoint.envelope = Buffer.from(value, 'base64').toString('latin1');
      },
    ],
  ];

  test.each(fields)(
    'anywhere in the %s spoils the seal',
    async (_, read, write) => {
      const bytes = decodeBase64(read(jsonOf(sealed.bundle)));
      const source = jsonOf(sealed.bundle);
      const trust = house.trust();

      for (let at = 0; at < bytes.length; at++) {
        const changed = bytes.slice();
        changed[at]! ^= 1 << (at % 8);
        write(source, encodeBase64(changed));
        const { result } = await verifySeal({ bundle: JSON.stringify(source), trust, text: TEXT, now: NOW });

        expect(['INVALID', 'UNKNOWN']).toContain(result);
      }
    },
    60_000,
  );

  test('anywhere in the file leaves the seal as it was, in what it says, or spoils it', async () => {
    const json = formatBundle(sealed.bundle);
    const trust = house.trust();
    const honest = parseBundle(json);

    await fc.assert(
      fc.asyncProperty(fc.nat({ max: json.length - 1 }), fc.integer({ min: 1, max: 127 }), async (at, mask) => {
        const letter = String.fromCharCode(json.charCodeAt(at) ^ mask);
        const changed = json.slice(0, at) + letter + json.slice(at + 1);
        const { result } = await verifySeal({ bundle: changed, trust, text: TEXT, now: NOW });

        // What stays is a field that nothing hangs on (integratedTime), or the other alphabet of base64.
        if (result === 'SAME_BYTES') expect(parseBundle(changed)).toEqual(honest);
      }),
      { numRuns: 400 },
    );
  });
});
