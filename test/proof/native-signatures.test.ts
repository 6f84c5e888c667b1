import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { bytesToNumberLE, concatBytes, hexToBytes, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ed25519Key, ed25519Spki, p256KeyOf } from '../../src/proof/public-key.ts';
import { quickSignatures } from '../../src/seals/web/log-check/quick-signatures.ts';

/** A place in a signature, and what is done to the byte there; nothing is done with 0. */
const aChange = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
const changed = (bytes: Uint8Array, [at, by]: [number, number]) =>
  bytes.map((byte, index) => (index === at % bytes.length ? byte ^ by : byte));
const messages = fc.uint8Array({ maxLength: 200 });
const openssl = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.from(ed25519Spki(publicKey)), format: 'der', type: 'spki' }),
    signature,
  );

describe('OpenSSL, a browser and the script that both fall back on give one verdict', () => {
  test('on Ed25519 signatures, right and changed', () => {
    const { secretKey, publicKey } = ed25519.keygen();
    const key = ed25519Key(publicKey);
    const inBrowser = quickSignatures(publicKey);
    return fc.assert(
      fc.asyncProperty(messages, aChange, async (message, change) => {
        const signature = changed(ed25519.sign(message, secretKey), change);
        const isByScript = ed25519.verify(signature, message, publicKey, { zip215: false });
        expect(key.verifies(message, signature)).toBe(isByScript);
        expect(await inBrowser(message, signature)).toBe(isByScript);
      }),
      { numRuns: 40 },
    );
  });

  test('on ECDSA signatures, right and changed', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
    const key = p256KeyOf(spki);
    fc.assert(
      fc.property(messages, aChange, (message, change) => {
        const signature = changed(new Uint8Array(sign('sha256', message, privateKey)), change);
        let isByScript = false;
        try {
          isByScript = p256.verify(signature, message, spki.slice(-65), { format: 'der', lowS: false, prehash: true });
        } catch {
          // Not in DER any more.
        }
        expect(key.verifies(message, signature)).toBe(isByScript);
      }),
      { numRuns: 40 },
    );
  });

  test('where OpenSSL and the browser take a key, and fail to verify by it', async () => {
    const { secretKey, publicKey } = ed25519.keygen();
    const message = new Uint8Array([1]);
    const signature = ed25519.sign(message, secretKey);
    const inOpenSsl = vi.spyOn(process.getBuiltinModule('node:crypto'), 'verify').mockImplementation(() => {
      throw new Error('not in this mode');
    });
    const inBrowser = vi.spyOn(globalThis.crypto.subtle, 'verify').mockRejectedValue(new Error('not on this machine'));
    onTestFinished(() => void vi.restoreAllMocks());

    expect(ed25519Key(publicKey).verifies(message, signature)).toBe(true);
    expect(await quickSignatures(publicKey)(message, signature)).toBe(true);
    expect(inOpenSsl).toHaveBeenCalled();
    expect(inBrowser).toHaveBeenCalled();
  });

  test('on a key of small order, under which an OpenSSL before 3.5 takes a signature of zeros', async () => {
    const identity = hexToBytes('0100000000000000000000000000000000000000000000000000000000000000');
    const signature = concatBytes(identity, new Uint8Array(32));
    const message = new TextEncoder().encode('anything');

    expect(ed25519Key(identity).verifies(message, signature)).toBe(false);
    expect(await quickSignatures(identity)(message, signature)).toBe(false);
  });

  test('on a key with a part of small order, of whose signatures OpenSSL refuses most', async () => {
    const { scalar, prefix } = ed25519.utils.getExtendedPublicKey(ed25519.utils.randomSecretKey());
    const small = ed25519.Point.fromBytes(
      hexToBytes('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'),
    );
    const publicKey = ed25519.Point.BASE.multiply(scalar).add(small).toBytes();
    const { Fn } = ed25519.Point;
    const hashed = (...parts: Uint8Array[]) => Fn.create(bytesToNumberLE(sha512(concatBytes(...parts))));
    const signedBy = (message: Uint8Array) => {
      const r = hashed(prefix, message);
      const R = ed25519.Point.BASE.multiply(r).toBytes();
      return concatBytes(R, numberToBytesLE(Fn.create(r + hashed(R, publicKey, message) * scalar), 32));
    };
    const key = ed25519Key(publicKey);
    const inBrowser = quickSignatures(publicKey);
    const verdicts = await Promise.all(
      Array.from({ length: 32 }, async (_, n) => {
        const message = Uint8Array.of(n);
        const signature = signedBy(message);
        const ours = key.verifies(message, signature) && (await inBrowser(message, signature));
        return { ours, openssl: openssl(publicKey, message, signature) };
      }),
    );

    expect(verdicts.every(({ ours }) => ours)).toBe(true);
    expect(verdicts.some(({ openssl }) => !openssl)).toBe(true);
  });
});
