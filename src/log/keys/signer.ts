import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { keptSecret, replaceSecret } from '../../platform/encryption/secrets.ts';

/** Name of the file in DATA_DIR that has a private key, and of the environment variable that can replace it. */
export interface KeySource {
  readonly file: string;
  readonly variable: string;
}

export const SEAL_KEY = { file: 'seal-private-key.pem', variable: 'SEAL_PRIVATE_KEY' } as const satisfies KeySource;

/** Signs with a key of this service. An interface, so that an external service can hold the key. */
export interface Signer {
  /** Key id: SHA-256 of the public key's SPKI, hex. */
  readonly keyId: string;
  /** Public key as SPKI in DER. */
  readonly publicKey: Uint8Array;
  readonly publicKeyPem: string;
  /** Creates a signature in DER: ECDSA over P-256 with SHA-256, as openssl reads it. */
  sign(bytes: Uint8Array): Promise<Buffer>;
}

/** Signs with a key that this process holds. */
export class LocalSigner implements Signer {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  readonly publicKeyPem: string;
  readonly #privateKey: KeyObject;

  /** @throws if the PEM isn't an ECDSA P-256 key */
  constructor(privateKeyPem: string, { variable }: KeySource) {
    this.#privateKey = createPrivateKey(privateKeyPem);
    if (this.#privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
      throw new Error(`${variable} must be an ECDSA P-256 key in PEM.`);
    }
    const publicKey = createPublicKey(this.#privateKey);
    this.publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    this.publicKey = publicKey.export({ type: 'spki', format: 'der' });
    this.keyId = createHash('sha256').update(this.publicKey).digest('hex');
  }

  /** Reads the key from the settings, otherwise from its file in `DATA_DIR`, which is created at the first start. */
  static open(dataDir: string, privateKeyPem: string | null, source: KeySource): LocalSigner {
    return new LocalSigner(privateKeyPem ?? keptSecret(dataDir, source.file, makePrivateKey), source);
  }

  async sign(bytes: Uint8Array): Promise<Buffer> {
    return this.signNow(bytes);
  }

  /** Does the same as `sign`, without waiting: the key is in memory. */
  signNow(bytes: Uint8Array): Buffer {
    return sign('sha256', bytes, { key: this.#privateKey, dsaEncoding: 'der' });
  }
}

/** Creates a key. Calling `keep` replaces the one in `DATA_DIR`; running processes continue to use the old one. */
export function newLocalKey(source: KeySource): { signer: LocalSigner; keep(dataDir: string): Promise<void> } {
  const pem = makePrivateKey();
  return { signer: new LocalSigner(pem, source), keep: (dataDir) => replaceSecret(dataDir, source.file, pem) };
}

export const EXPECTED_P256_KEY = 'Invalid input: expected an ECDSA P-256 key in PEM';

/** True for a private key in PEM that `LocalSigner` accepts. */
export function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}
