import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { keptSecret } from '../platform/encryption/secrets.ts';
import { type NoteSignature, noteSignature, type VerifierKey, verifierKey } from '../proof/note.ts';

export const LOG_KEY_FILE = 'log-private-key.pem';

/** Signs checkpoints. An interface, so that an external service can hold the key. */
export interface CheckpointSigner {
  /** The log's origin with its public key. */
  readonly key: VerifierKey;
  sign(text: string): Promise<NoteSignature>;
}

/** The log's Ed25519 key held by this process. */
export class LocalCheckpointSigner implements CheckpointSigner {
  readonly key: VerifierKey;
  readonly #privateKey: KeyObject;

  /** @throws if the PEM isn't an Ed25519 key */
  constructor(origin: string, privateKeyPem: string) {
    this.#privateKey = createPrivateKey(privateKeyPem);
    if (this.#privateKey.asymmetricKeyType !== 'ed25519') throw new Error('LOG_PRIVATE_KEY must be an Ed25519 key.');
    this.key = verifierKey('ed25519', origin, rawPublicKey(createPublicKey(this.#privateKey)));
  }

  /** The key from the settings, else the one in `DATA_DIR`, created at the first start. */
  static open(dataDir: string, origin: string, privateKeyPem: string | null): LocalCheckpointSigner {
    return new LocalCheckpointSigner(origin, privateKeyPem ?? keptSecret(dataDir, LOG_KEY_FILE, makePrivateKey));
  }

  async sign(text: string): Promise<NoteSignature> {
    return noteSignature(this.key, sign(null, Buffer.from(text, 'utf8'), this.#privateKey));
  }
}

/** The 32 bytes without their ASN.1 prefix, which for Ed25519 always has twelve bytes. */
function rawPublicKey(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ type: 'spki', format: 'der' }).subarray(-32));
}

function makePrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}
