import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { type EntryContent, entryBody, entryMismatch, parseEntryBody } from '../../src/proof/entry.ts';
import { canonicalBytes } from '../../src/proof/json.ts';
import { MalformedProof } from '../../src/proof/malformed-proof.ts';
import {
  parseSealStatement,
  parseStatusStatement,
  type SealPredicate,
  type StatusPredicate,
  sealStatement,
  statusStatement,
} from '../../src/proof/statement.ts';
import { statementFacts } from '../../src/proof/statement-facts.ts';

const HOST = 'https://seals.example.org';
const SHA256 = createHash('sha256').update('text').digest('hex');
const subject = { name: 'text', digest: { sha256: SHA256 } };
const utf8 = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const predicate: SealPredicate = {
  sealId: 'seal_1',
  nonce: encodeBase64(new Uint8Array(32).fill(1)),
  mediaType: 'text/plain; charset=utf-8',
  byteLength: 4,
  canonicalization: 'none',
  normalizedDigest: { alg: 'lf-nfc-v1', sha256: SHA256 },
  issuer: { origin: HOST },
  producer: { kind: 'ai-agent', agentId: 'writer', model: 'm-1' },
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  aiGenerated: true,
  simulated: false,
  disclaimer: { id: 'd', version: '2', sha256: SHA256, language: 'en', ackedAt: '2026-11-21T08:59:00Z' },
  claimedAt: '2026-11-21T09:00:00.123Z',
  supersedes: { sealId: 'seal_0', leafHash: SHA256 },
  limits: ['Does not say that the content is true.'],
};
const minimal: SealPredicate = {
  sealId: 'seal_1',
  nonce: predicate.nonce,
  mediaType: 'text/plain',
  byteLength: 4,
  canonicalization: 'none',
  issuer: { origin: HOST },
  claimedAt: '2026-11-21T09:00:00Z',
  limits: [],
};
const status: StatusPredicate = {
  statusId: 'status_1',
  nonce: predicate.nonce,
  sealId: 'seal_1',
  status: 'SUPERSEDED',
  reason: 'A wrong figure.',
  supersededBy: 'seal_2',
  claimedAt: '2026-11-22T09:00:00Z',
};

/** Of an answer of the gateway. */
const output: SealPredicate = {
  ...predicate,
  producer: {
    kind: 'gateway',
    runId: 'run_1',
    model: 'm-1',
    task: 'human-phrasing/warm-tone',
    taskVersion: 3,
    deployment: 'anthropic/m-1',
    policyVersion: 7,
  },
  notFinal: true,
};

describe('a seal statement', () => {
  test('of an output says by what it was made, and what a simulated one stands in for', () => {
    const factsOf = (predicate: SealPredicate) =>
      Object.fromEntries(
        statementFacts({ ...parseSealStatement(sealStatement(HOST, subject, predicate)) }).map(({ term, value }) => [
          term,
          value,
        ]),
      );

    expect(factsOf(output)).toMatchObject({
      'Made by': 'gateway, run run_1, model m-1',
      Task: 'human-phrasing/warm-tone, version 3',
      Deployment: 'anthropic/m-1',
      'Routing policy': 'version 7',
      Simulated: 'no',
      'Not final': expect.stringMatching(/^yes: a draft/),
    });
    const simulated = factsOf({ ...output, simulated: true });
    expect(simulated).toMatchObject({ Simulates: 'anthropic/m-1', Simulated: 'yes' });
    expect(simulated).not.toHaveProperty('Deployment');
    // Those from before say nothing of it.
    expect(Object.keys(factsOf(predicate))).not.toEqual(expect.arrayContaining(['Task']));
  });

  test.each([
    ['with everything', predicate],
    ['of an output', output],
    ['with as little as it may have', minimal],
  ])('%s is read as it was written', (_, given) => {
    const payload = sealStatement(HOST, subject, given);

    expect(parseSealStatement(payload)).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [subject],
      predicateType: `${HOST}/predicate/provenance-seal/v1`,
      predicate: given,
    });
  });

  test('is canonical: the order in which fields were given does not show', () => {
    const reversed = Object.fromEntries(Object.entries(predicate).reverse()) as unknown as SealPredicate;

    expect(sealStatement(HOST, subject, reversed)).toEqual(sealStatement(HOST, subject, predicate));
  });

  test('is read whatever host its predicate type is at', () => {
    const payload = sealStatement('http://10.0.0.7:8080', subject, minimal);

    expect(parseSealStatement(payload).predicateType).toBe('http://10.0.0.7:8080/predicate/provenance-seal/v1');
  });

  const json = textOf(sealStatement(HOST, subject, minimal));
  const changed = (from: string, to: string) => {
    expect(json).toContain(from);
    return utf8(json.replace(from, to));
  };

  test.each([
    ['the byte length given twice', changed('"byteLength":4', '"byteLength":4,"byteLength":5'), /appears twice/],
    ['a byte length that a double rounds', changed('"byteLength":4', '"byteLength":9007199254740993'), /2\^53/],
    ['a byte length of less than nothing', changed('"byteLength":4', '"byteLength":-4'), /must be a count/],
    ['__proto__', changed('"limits":[]', '"limits":[],"__proto__":{"aiGenerated":false}'), /__proto__/],
    ['half of a surrogate pair', changed('"seal_1"', '"\\ud800"'), /surrogate/],
    ['two subjects', changed('"subject":[', `"subject":[${JSON.stringify(subject)},`), /exactly one, not 2/],
    ['no subject', utf8(json.replace(/"subject":\[.*\]\}$/, '"subject":[]}')), /exactly one, not 0/],
    ['a digest in capitals', changed(SHA256, SHA256.toUpperCase()), /64 lower-case hex digits/],
    ['a short nonce', changed(minimal.nonce, 'AAAA'), /must contain 32 bytes/],
    ['another predicate type', changed('provenance-seal/v1', 'provenance/v1'), /does not end in/],
    ['another version', changed('provenance-seal/v1', 'provenance-seal/v2'), /has version v2 .* Use a newer verifier/],
    ['a predicate type without host', changed(`${HOST}/predicate`, '/predicate'), /of another kind/],
    ['another statement type', changed('Statement/v1', 'Statement/v0.1'), /_type must be/],
    ['a time without zone', changed('09:00:00Z', '09:00:00'), /must be a time in UTC/],
  ])('with %s is refused', (_, payload, reason) => {
    expect(() => parseSealStatement(payload)).toThrow(MalformedProof);
    expect(() => parseSealStatement(payload)).toThrow(reason);
  });

  test('that could not be read again is not made', () => {
    expect(() => sealStatement(HOST, subject, { ...minimal, byteLength: -1 })).toThrow(/must be a count/);
    expect(() => sealStatement(HOST, subject, { ...minimal, private: true })).toThrow(/smaller than the salt/);
  });
});

describe('a status statement', () => {
  test('is read as it was written', () => {
    const payload = statusStatement(HOST, SHA256, status);

    expect(parseStatusStatement(payload)).toMatchObject({
      subject: [{ name: 'seal_1', digest: { sha256: SHA256 } }],
      predicate: status,
    });
  });

  test.each(['VALID', 'toString', 'revoked'])('has no status %s', (word) => {
    expect(() => statusStatement(HOST, SHA256, { ...status, status: word as 'REVOKED' })).toThrow(/must be REVOKED/);
  });

  test('is not a seal, and a seal is not a status', () => {
    expect(() => parseSealStatement(statusStatement(HOST, SHA256, status))).toThrow(/of another kind/);
    expect(() => parseStatusStatement(sealStatement(HOST, subject, minimal))).toThrow(/of another kind/);
  });
});

describe('a log entry', () => {
  const entry: EntryContent = {
    paeDigest: new Uint8Array(32).fill(1),
    signature: new Uint8Array(70).fill(2),
    publicKey: new Uint8Array(91).fill(3),
  };

  test('is read as it was written', () => {
    expect(parseEntryBody(entryBody(entry))).toEqual(entry);
  });

  test('holds the fields of hashedrekord 0.0.2 in canonical order', () => {
    expect(textOf(entryBody(entry))).toMatch(
      /^\{"apiVersion":"0\.0\.2","kind":"hashedrekord","spec":\{"hashedRekordV002":\{"data":\{"algorithm":"SHA2_256","digest":"/,
    );
  });

  test('in any other form than the canonical one is refused', () => {
    const value = JSON.parse(textOf(entryBody(entry)));

    expect(() => parseEntryBody(utf8(JSON.stringify(value, null, 1)))).toThrow(/canonical form/);
    expect(() => parseEntryBody(canonicalBytes({ ...value, kind: 'dsse' }))).toThrow(/kind must be "hashedrekord"/);
    expect(() => parseEntryBody(canonicalBytes({ ...value, extra: 1 }))).toThrow(/not a known field/);
    expect(() => parseEntryBody(new Uint8Array())).toThrow(MalformedProof);
  });

  test.each([
    ['paeDigest', /another statement/],
    ['signature', /another signature/],
    ['publicKey', /a different key/],
  ] as const)('is not the entry of a seal with another %s', (field, reason) => {
    const other = { ...entry, [field]: entry[field].map((byte) => byte ^ 1) };

    expect(entryMismatch(entry, { ...entry })).toBeNull();
    expect(entryMismatch(entry, other)).toMatch(reason);
  });
});
