import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatBundle, parseBundle } from '../../src/proof/bundle.ts';
import { decodeBase64, encodeBase64 } from '../../src/proof/bytes.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { type BundleJson, jsonOf, NOW } from '../support/seal-fixture.ts';
import { entryOf, proofOf, sealedText, TEXT } from './sealed-text.ts';

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
      proofOf(json).checkpoint.envelope = Buffer.from(value, 'base64').toString();
    },
  ],
];

/**
 * Changes a bundle byte by byte.
 * @param placesIn which bytes of a field are changed, each by itself
 * @param anywhere how many changes there are at random places of the whole file
 */
export function describeChangedByte(placesIn: (bytes: Uint8Array) => Iterable<number>, anywhere: number): void {
  describe('one changed byte', async () => {
    const { house, sealed } = await sealedText();
    const trust = house.trust();
    const resultOf = async (bundle: string) => (await verifySeal({ bundle, trust, text: TEXT, now: NOW })).result;

    test.each(fields)('in the %s spoils the seal', async (_, read, write) => {
      const bytes = decodeBase64(read(jsonOf(sealed.bundle)));
      const source = jsonOf(sealed.bundle);
      write(source, encodeBase64(bytes));
      expect(await resultOf(JSON.stringify(source))).toBe('SAME_BYTES');

      for (const at of placesIn(bytes)) {
        const changed = bytes.slice();
        changed[at]! ^= 1 << (at % 8);
        write(source, encodeBase64(changed));

        expect(await resultOf(JSON.stringify(source)), `byte ${at}`).toBeOneOf(['INVALID', 'UNKNOWN']);
      }
    });

    test('anywhere in the file leaves the seal as it was, in what it says, or spoils it', async () => {
      const json = formatBundle(sealed.bundle);
      const honest = parseBundle(json);

      await fc.assert(
        fc.asyncProperty(fc.nat({ max: json.length - 1 }), fc.integer({ min: 1, max: 127 }), async (at, mask) => {
          const letter = String.fromCharCode(json.charCodeAt(at) ^ mask);
          const changed = json.slice(0, at) + letter + json.slice(at + 1);

          // What stays is a field that nothing hangs on (integratedTime), or the other alphabet of base64.
          if ((await resultOf(changed)) === 'SAME_BYTES') expect(parseBundle(changed)).toEqual(honest);
        }),
        { numRuns: anywhere },
      );
    });
  });
}
