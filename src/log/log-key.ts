import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { keptSecret } from '../platform/encryption/secrets.ts';
import { type NoteSignature, noteSignature, type VerifierKey, verifierKey } from '../proof/note.ts';

export const LOG_KEY_FILE = 'log-private-key.pem';

/** Signs checkpoints of a log. An interface, so that an external service can hold the key. */
export interface CheckpointSigner {
  /** Name and public key of the log. */
  readonly key: VerifierKey;
  sign(text: string): Promise<NoteSignature>;
}

/** Signs checkpoints with the log's Ed25519 key, which this process holds. */
export class LocalCheckpointSigner implements CheckpointSigner {
  readonly key: VerifierKey;
  readonly #privateKey: KeyObject;

  /** @throws if the PEM isn't an Ed25519 key */
  constructor(origin: string, privateKeyPem: string) {
    this.#privateKey = createPrivateKey(privateKeyPem);
    if (this.#privateKey.asymmetricKeyType !== 'ed25519') throw new Error('LOG_PRIVATE_KEY must be an Ed25519 key.');
    this.key = verifierKey('ed25519', origin, rawPublicKey(createPublicKey(this.#privateKey)));
  }

  /** Reads the log's key from the settings, otherwise from the file in `DATA_DIR`, which is created at the first start. */
  static open(dataDir: string, origin: string, privateKeyPem: string | null): LocalCheckpointSigner {
    return new LocalCheckpointSigner(origin, privateKeyPem ?? keptSecret(dataDir, LOG_KEY_FILE, makePrivateKey));
  }

  async sign(text: string): Promise<NoteSignature> {
    return noteSignature(this.key, sign(null, Buffer.from(text, 'utf8'), this.#privateKey));
  }
}

/** The 32 bytes of an Ed25519 public key without its ASN.1 prefix, which always has twelve bytes. */
function rawPublicKey(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ type: 'spki', format: 'der' }).subarray(-32));
}

function makePrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
}
