import { describe, expect, test } from 'vitest';
import { parseBundle } from '../../src/proof/bundle.ts';
import { MalformedProof } from '../../src/proof/malformed-proof.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { startThreadTime } from '../support/processor-time.ts';
import { jsonOf } from '../support/seal-fixture.ts';
import { entryOf, proofOf, type Spoil, sealedText } from './sealed-text.ts';

const { house, sealed, judge } = await sealedText();

describe('whatever else comes as a bundle', () => {
  const bombs: [string, string | Uint8Array, RegExp][] = [
    ['nothing', '', /The JSON is invalid/],
    ['words', 'Hello', /The JSON is invalid/],
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

  test.each(bombs)('%s in place of a status leaves the seal open, soon', async (_, source) => {
    const workedMs = startThreadTime();

    const verdict = await judge(sealed.bundle, { statuses: [source] });

    expect(workedMs()).toBeLessThan(1000);
    expect(verdict.result).toBe('UNKNOWN');
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
