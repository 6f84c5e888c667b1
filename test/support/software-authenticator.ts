import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** What of an answer is not as it should be. */
export interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  /** Whether it says that nobody was asked for a finger or a code. */
  isUnverified?: boolean;
  key?: KeyObject;
  credentialId?: string;
}

/** A device with a passkey, in software: says and signs whatever a test wants said. Source: W3C WebAuthn Level 3. */
export class SoftwareAuthenticator {
  readonly credentialId = base64url(randomBytes(32));
  readonly key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  readonly #origin: string;
  readonly #rpId: string;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  /** What a browser gives for the options of a page that adds one. */
  created(options: { challenge: string }, twist: Twist = {}): string {
    const { x, y } = this.key.publicKey.export({ format: 'jwk' });
    // COSE_Key: EC2, ES256, P-256. The names are small integers of CBOR.
    const publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
    const id = Buffer.from(this.credentialId, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, publicKey]);
    const data = this.#authenticatorData(twist, credential);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#sent(twist, {
      clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, twist)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** What it gives where one is asked for. */
  shown(options: { challenge: string }, twist: Twist = {}): string {
    this.counter += 1;
    const data = this.#authenticatorData(twist);
    const client = this.#clientData('webauthn.get', options.challenge, twist);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), twist.key ?? this.key.privateKey);
    return this.#sent(twist, {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  #sent({ credentialId = this.credentialId }: Twist, response: object): string {
    return JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  }

  #clientData(type: string, challenge: string, twist: Twist): string {
    return JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false, ...clientTwist(twist) });
  }

  #authenticatorData({ rpId = this.#rpId, counter = this.counter, isUnverified }: Twist, credential?: Buffer): Buffer {
    const flags = 0x01 | (isUnverified ? 0 : 0x04) | (credential ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }
}

function clientTwist({ origin, challenge, type }: Twist): object {
  return { ...(origin && { origin }), ...(challenge && { challenge }), ...(type && { type }) };
}
