import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64 } from '../bytes.ts';
import { entryBody, parseEntryBody } from '../entry.ts';
import { Malformed } from '../malformed.ts';
import { sealKeyId } from '../public-key.ts';

/** The first entry by a key that is not trusted, and how many there are. */
export interface UntrustedEntries {
  entry: number;
  /** Null when the first of them cannot be read as an entry of a seal. */
  keyId: string | null;
  count: number;
}

/** Holds the keys that entries name against those that are trusted. */
export class EntryKeys {
  readonly #trusted: ReadonlySet<string>;
  readonly #forms: readonly RegExp[];
  strange: UntrustedEntries | null = null;

  /** @param publicKeys SPKI */
  constructor(publicKeys: readonly Uint8Array[]) {
    this.#trusted = new Set(publicKeys.map((key) => bytesToHex(sealKeyId(key))));
    this.#forms = publicKeys.map(formOf);
  }

  look(entry: number, body: Uint8Array): void {
    // An entry has one spelling, and nearly all are by a key that is known: reading each anew would take as long as all else.
    const text = loosely.decode(body);
    if (this.#forms.some((form) => form.test(text))) return;
    const keyId = keyIdOf(body);
    if (keyId !== null && this.#trusted.has(keyId)) return;
    if (this.strange === null) this.strange = { entry, keyId, count: 1 };
    else this.strange.count++;
  }
}

/** The forms are of ASCII alone, and no other bytes become that by it. With a mark of the byte order, it is another text. */
const loosely = new TextDecoder('utf-8', { ignoreBOM: true });

const DIGEST = new Uint8Array(32).fill(0xff);
const SIGNATURE = new Uint8Array(48).fill(0xfb);

/** What an entry by this key looks like, whatever it is of. */
function formOf(publicKey: Uint8Array): RegExp {
  const body = loosely.decode(entryBody({ paeDigest: DIGEST, signature: SIGNATURE, publicKey }));
  const [beforeDigest, rest] = body.split(encodeBase64(DIGEST));
  const [beforeSignature, end] = rest!.split(encodeBase64(SIGNATURE));
  const literally = (text: string | undefined) => text!.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(
    `^${literally(beforeDigest)}[A-Za-z0-9+/]{43}=${literally(beforeSignature)}[A-Za-z0-9+/]+={0,2}${literally(end)}$`,
  );
}

/** Null when it is no entry of a seal. */
function keyIdOf(body: Uint8Array): string | null {
  try {
    return bytesToHex(sealKeyId(parseEntryBody(body).publicKey));
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}
