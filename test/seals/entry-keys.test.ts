import { randomBytes } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { entryBody } from '../../src/proof/entry.ts';
import { EntryKeys } from '../../src/proof/log-audit/entry-keys.ts';
import { SealKey } from '../support/seal-fixture.ts';

const key = new SealKey();
const stranger = new SealKey();
const bodyBy = ({ spki }: SealKey, signatureLength = 71) =>
  entryBody({
    paeDigest: new Uint8Array(randomBytes(32)),
    signature: new Uint8Array(randomBytes(signatureLength)),
    publicKey: spki,
  });

describe('the key that an entry names', () => {
  test('is known by the spelling of the entry, however long its signature is', () => {
    const keys = new EntryKeys([stranger.spki, key.spki]);

    for (let entry = 0; entry < 200; entry++) keys.check(entry, bodyBy(key, 68 + (entry % 5)));

    expect(keys.strange).toBeNull();
  });

  test('is named where it is not known, with the first entry and how many there are', () => {
    const keys = new EntryKeys([key.spki]);

    for (const [entry, by] of [key, stranger, key, stranger].entries()) keys.check(entry, bodyBy(by));

    expect(keys.strange).toEqual({ entry: 1, keyId: bytesToHex(stranger.id), count: 2 });
  });

  test('is not taken from an entry that merely looks like one', () => {
    const body = Buffer.from(bodyBy(key)).toString();
    const other = Buffer.from(bodyBy(stranger)).toString();
    const rawBytes = /"rawBytes":"([^"]+)"/;
    const twice = body.replace('"signature":', () => `"x":${JSON.stringify(rawBytes.exec(other)![1])},"signature":`);
    for (const made of [
      '{}',
      '',
      twice,
      `${body} `,
      body.replace('0.0.2', '0.0.1'),
      body.replace('"kind"', '"Kind"'),
    ]) {
      const keys = new EntryKeys([key.spki]);
      keys.check(7, Buffer.from(made));
      expect(keys.strange).toEqual({ entry: 7, keyId: null, count: 1 });
    }
  });
});
