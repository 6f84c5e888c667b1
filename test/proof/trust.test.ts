import { describe, expect, test } from 'vitest';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { MalformedProof } from '../../src/proof/malformed-proof.ts';
import { formatVerifierKey } from '../../src/proof/note.ts';
import { formatTrust, parseTrust, parseTrustedRoot, type Trust, trustedRootOf } from '../../src/proof/trust.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';
import { LOG_ORIGIN, SealingHouse, SealKey } from '../support/seal-fixture.ts';
import { TestLog } from '../support/test-log.ts';

const house = new SealingHouse({ witnesses: [witnessSigner('witness.example.net')] });
const start = new Date('2026-01-01T00:00:00Z');
const trust: Trust = {
  logs: [house.trustedLog()],
  timeStampAuthorities: [
    {
      name: 'Test TSA',
      uri: 'https://tsa.example.net',
      certificates: [Uint8Array.of(1), Uint8Array.of(2)],
      validFor: { start, end: new Date('2027-01-01T00:00:00Z') },
    },
  ],
  sealKeys: [
    { publicKey: house.key.spki, validFor: { start } },
    {
      publicKey: new SealKey().spki,
      validFor: { start, end: new Date('2026-06-01T00:00:00Z') },
      revokedAt: new Date('2026-05-01T00:00:00Z'),
      reason: 'a laptop was stolen',
    },
  ],
  witnessPolicies: [
    { witnesses: [], quorum: 0, validFor: { start, end: new Date('2026-03-01T00:00:00Z') } },
    house.witnessPolicy({ validFor: { start: new Date('2026-03-01T00:00:00Z') } }),
  ],
  closedLogs: [{ origin: LOG_ORIGIN, checkpoint: house.tree().checkpoint(7) }],
  verifiers: [{ sha256: 'ab'.repeat(32), sealId: 'seal_1', origin: LOG_ORIGIN, logIndex: 3 }],
};

// biome-ignore lint/suspicious/noExplicitAny: a file that each test spoils in another place.
type Spoilable = any;

const spoilt = (spoil: (json: Spoilable) => void) => {
  const json = JSON.parse(formatTrust(trust));
  spoil(json);
  return JSON.stringify(json);
};

describe('a trust file', () => {
  test('is read as it was written', () => {
    expect(parseTrust(formatTrust(trust))).toEqual(trust);
  });

  test('holds a trusted root in the form of Sigstore', () => {
    const root = JSON.parse(formatTrust(trust)).trustedRoot;

    expect(root.mediaType).toBe('application/vnd.dev.sigstore.trustedroot+json;version=0.1');
    expect(root.tlogs[0].baseUrl).toBe(`https://${LOG_ORIGIN}`);
    expect(parseTrustedRoot(JSON.parse(JSON.stringify(trustedRootOf(trust))))).toEqual({
      logs: trust.logs,
      timeStampAuthorities: trust.timeStampAuthorities,
    });
  });

  test.each<[string, (json: Spoilable) => void, RegExp]>([
    ['another media type', (json) => Object.assign(json, { mediaType: 'application/json' }), /mediaType must be/],
    [
      'another version',
      (json) => Object.assign(json, { mediaType: 'application/vnd.imprimatur.trust+json;version=2' }),
      /of a version that this verifier doesn’t know\. Use a newer verifier/,
    ],
    ['a field nobody knows', (json) => Object.assign(json, { extra: true }), /extra is not a known field/],
    [
      'a key id that is not of the key',
      (json) => Object.assign(json.sealKeys[0], { keyId: json.sealKeys[1].keyId }),
      /keyId is not the SHA-256/,
    ],
    [
      'a hint that is not of the key',
      (json) => Object.assign(json.sealKeys[0], { hint: json.sealKeys[1].hint }),
      /hint is not the SHA-256/,
    ],
    [
      'a seal key twice, once without its revocation',
      (json) => json.sealKeys.push({ ...json.sealKeys[1], revokedAt: undefined }),
      /sealKeys contains one key twice/,
    ],
    [
      'a seal key of another kind',
      (json) => Object.assign(json.sealKeys[0], { publicKey: encodeBase64(new Uint8Array(44)) }),
      /publicKey cannot be read/,
    ],
    [
      'a seal key without a beginning',
      (json) => Object.assign(json.sealKeys[0], { validFor: {} }),
      /start must be a string/,
    ],
    [
      'a witness under another name',
      (json) => Object.assign(json.witnessPolicies[1].witnesses[0], { name: 'other' }),
      /name must be "witness\.example\.net"/,
    ],
    [
      'a log as its own witness',
      (json) =>
        Object.assign(json.witnessPolicies[1].witnesses[0], {
          name: LOG_ORIGIN,
          vkey: formatVerifierKey(house.log.key),
        }),
      /not the key of a witness/,
    ],
    [
      'a witness twice',
      ({ witnessPolicies: [, { witnesses }] }) => witnesses.push(witnesses[0]),
      /witnesses contains one key twice/,
    ],
    [
      'a log that ended with what it did not sign',
      (json) => Object.assign(json.closedLogs[0], { checkpoint: new TestLog(LOG_ORIGIN, 3).checkpoint(3) }),
      /the checkpoint is not signed by its log/,
    ],
    [
      'an end of a log that is not there',
      (json) => Object.assign(json.closedLogs[0], { origin: 'log9.example' }),
      /a log that is not in the trusted root/,
    ],
    ['a verifier by half a digest', (json) => Object.assign(json.verifiers[0], { sha256: 'ab' }), /sha256 must be/],
    [
      'a quorum that cannot be reached',
      (json) => Object.assign(json.witnessPolicies[1], { quorum: 2 }),
      /larger than the number of witnesses/,
    ],
    [
      'a quorum of less than none',
      (json) => Object.assign(json.witnessPolicies[1], { quorum: -1 }),
      /quorum must be a count/,
    ],
    [
      'a log id of another log',
      (json) => Object.assign(json.trustedRoot.tlogs[0].logId, { keyId: encodeBase64(new Uint8Array(32)) }),
      /is not the id of this key and origin/,
    ],
    [
      'a log with a path',
      (json) => Object.assign(json.trustedRoot.tlogs[0], { baseUrl: `https://${LOG_ORIGIN}/log` }),
      /baseUrl must be https/,
    ],
    [
      'a log over http',
      (json) => Object.assign(json.trustedRoot.tlogs[0], { baseUrl: `http://${LOG_ORIGIN}` }),
      /baseUrl must be https/,
    ],
    [
      'an authority without certificates',
      (json) => Object.assign(json.trustedRoot.timestampAuthorities[0].certChain, { certificates: [] }),
      /must not be empty/,
    ],
  ])('with %s is refused', (_, spoil, reason) => {
    expect(() => parseTrust(spoilt(spoil))).toThrow(MalformedProof);
    expect(() => parseTrust(spoilt(spoil))).toThrow(reason);
  });

  test('that could not be read again is not made', () => {
    const log = { ...house.trustedLog(), origin: 'log.example.org:8080/path' };

    expect(() => formatTrust({ ...trust, logs: [log] })).toThrow(/baseUrl must be https/);
  });

  test('of several logs finds each by its id', () => {
    const second = { origin: 'log2.example.org', publicKey: logSigner('x').key.publicKey, validFor: { start } };

    expect(parseTrust(formatTrust({ ...trust, logs: [...trust.logs, second] })).logs).toEqual([...trust.logs, second]);
  });

  test.each(['', 'null', '[]', '[[[[', `${'['.repeat(100_000)}`, `"${'a'.repeat(1_000_001)}"`])(
    'that is garbage is refused',
    (text) => {
      expect(() => parseTrust(text)).toThrow(MalformedProof);
    },
  );
});
