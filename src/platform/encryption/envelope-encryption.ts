import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
/** Version byte at the start of an encrypted value, so that another format can be added later. */
const FORMAT = 1;

/**
 * Encrypts each record with its own key, which is encrypted with the master key. A value encrypted for one context (a row's id)
 * can't be decrypted for another.
 */
export class EnvelopeEncryption {
  readonly #masterKey: Buffer;

  /** @param masterKey 32 bytes */
  constructor(masterKey: Buffer) {
    if (masterKey.length !== KEY_LENGTH) throw new Error('ENCRYPTION_KEY must be 32 bytes in base64.');
    this.#masterKey = masterKey;
  }

  encrypt(plain: Uint8Array, context: string): Buffer {
    const key = randomBytes(KEY_LENGTH);
    return Buffer.concat([Buffer.of(FORMAT), boxed(this.#masterKey, key, context), boxed(key, plain, context)]);
  }

  /** Decrypts a value. @throws if the value was changed, was encrypted for another context, or with another master key */
  decrypt(encrypted: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(encrypted);
    if (bytes[0] !== FORMAT)
      throw new Error('This encrypted value has a format that this version of the service doesn’t know.');
    const end = 1 + NONCE_LENGTH + KEY_LENGTH + TAG_LENGTH;
    const key = unboxed(this.#masterKey, bytes.subarray(1, end), context);
    return unboxed(key, bytes.subarray(end), context);
  }

  /** Re-encrypts the record's own key with the master key of `next`. The content stays the same. @throws as `decrypt` does */
  rewrapped(encrypted: Uint8Array, context: string, next: EnvelopeEncryption): Buffer {
    this.decrypt(encrypted, context);
    const bytes = Buffer.from(encrypted);
    const end = 1 + NONCE_LENGTH + KEY_LENGTH + TAG_LENGTH;
    const key = unboxed(this.#masterKey, bytes.subarray(1, end), context);
    return Buffer.concat([Buffer.of(FORMAT), boxed(next.#masterKey, key, context), bytes.subarray(end)]);
  }

  /** True if this master key decrypts the value. */
  opens(encrypted: Uint8Array, context: string): boolean {
    try {
      this.decrypt(encrypted, context);
      return true;
    } catch {
      return false;
    }
  }
}

/** Encrypts with AES-256-GCM. Returns nonce, ciphertext and tag, one after the other. */
function boxed(key: Buffer, plain: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function unboxed(key: Buffer, box: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_LENGTH)).setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(box.subarray(-TAG_LENGTH));
  return Buffer.concat([decipher.update(box.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()]);
}
