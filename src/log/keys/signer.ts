import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { keptSecret, replaceSecret } from '../../platform/encryption/secrets.ts';

export const SEAL_KEY_FILE = 'seal-private-key.pem';

/** Signs statements. An interface, so that the key can live in a service that never gives it out. */
export interface Signer {
  /** SHA-256 of the public key in SPKI form, hex. */
  readonly keyId: string;
  /** SPKI, DER. */
  readonly publicKey: Uint8Array;
  readonly publicKeyPem: string;
  /** ECDSA over P-256 with SHA-256, DER, as openssl and WebCrypto's peers read it. */
  sign(bytes: Uint8Array): Promise<Buffer>;
}

/** A key held by this process. */
export class LocalSigner implements Signer {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  readonly publicKeyPem: string;
  readonly #privateKey: KeyObject;

  /** @throws when the PEM is not an ECDSA P-256 key. */
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

  /** The key from the settings, else the one kept in `DATA_DIR`, made at first start. */
  static open(dataDir: string, privateKeyPem: string | null): LocalSigner {
    return new LocalSigner(privateKeyPem ?? keptSecret(dataDir, SEAL_KEY_FILE, makePrivateKey));
  }

  async sign(bytes: Uint8Array): Promise<Buffer> {
    return sign('sha256', bytes, { key: this.#privateKey, dsaEncoding: 'der' });
  }
}

/** A key that is to take the place of the one kept in `DATA_DIR`. Processes that run go on with the earlier one. */
export function newLocalKey(): { signer: LocalSigner; keep(dataDir: string): void } {
  const pem = makePrivateKey();
  return { signer: new LocalSigner(pem), keep: (dataDir) => replaceSecret(dataDir, SEAL_KEY_FILE, pem) };
}

function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}
