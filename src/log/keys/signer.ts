import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { keptSecret, replaceSecret } from '../../platform/encryption/secrets.ts';

export const SEAL_KEY_FILE = 'seal-private-key.pem';

/** Signs statements with a seal key. An interface, so that an external service can hold the key. */
export interface Signer {
  /** Key id: SHA-256 of the public key's SPKI, hex. */
  readonly keyId: string;
  /** Public key as SPKI in DER. */
  readonly publicKey: Uint8Array;
  readonly publicKeyPem: string;
  /** Creates a signature in DER: ECDSA over P-256 with SHA-256, as openssl reads it. */
  sign(bytes: Uint8Array): Promise<Buffer>;
}

/** Signs with a seal key that this process holds. */
export class LocalSigner implements Signer {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  readonly publicKeyPem: string;
  readonly #privateKey: KeyObject;

  /** @throws if the PEM isn't an ECDSA P-256 key */
  constructor(privateKeyPem: string) {
    this.#privateKey = createPrivateKey(privateKeyPem);
    if (this.#privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
      throw new Error('SEAL_PRIVATE_KEY must be an ECDSA P-256 key in PEM.');
    }
    const publicKey = createPublicKey(this.#privateKey);
    this.publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    this.publicKey = publicKey.export({ type: 'spki', format: 'der' });
    this.keyId = createHash('sha256').update(this.publicKey).digest('hex');
  }

  /** Reads the seal key from the settings, otherwise from the file in `DATA_DIR`, which is created at the first start. */
  static open(dataDir: string, privateKeyPem: string | null): LocalSigner {
    return new LocalSigner(privateKeyPem ?? keptSecret(dataDir, SEAL_KEY_FILE, makePrivateKey));
  }

  async sign(bytes: Uint8Array): Promise<Buffer> {
    return sign('sha256', bytes, { key: this.#privateKey, dsaEncoding: 'der' });
  }
}

/** Creates a seal key. Calling `keep` replaces the one in `DATA_DIR`; running processes continue to use the old one. */
export function newLocalKey(): { signer: LocalSigner; keep(dataDir: string): void } {
  const pem = makePrivateKey();
  return { signer: new LocalSigner(pem), keep: (dataDir) => replaceSecret(dataDir, SEAL_KEY_FILE, pem) };
}

function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}
