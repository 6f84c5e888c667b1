import { encodeBase64 } from '../bytes.ts';
import { entryBody, parseEntryBody } from '../entry.ts';
import { MalformedInput } from '../malformed-input.ts';
import { sealKeyIdHex } from '../public-key.ts';

/** The first entry with a seal key that the trust file lacks, and the number of such entries. */
export interface UntrustedEntries {
  entry: number;
  /** Id of the seal key in `entry`. Null if `entry` can't be parsed as the entry of a seal. */
  keyId: string | null;
  count: number;
}

/** Compares the seal keys in log entries with those in the trust file. */
export class EntryKeys {
  readonly #trusted: ReadonlySet<string>;
  readonly #forms: readonly RegExp[];
  strange: UntrustedEntries | null = null;

  /** @param publicKeys trusted seal keys, as SPKI */
  constructor(publicKeys: readonly Uint8Array[]) {
    this.#trusted = new Set(publicKeys.map(sealKeyIdHex));
    this.#forms = publicKeys.map(formOf);
  }

  check(entry: number, body: Uint8Array): void {
    // An entry is compared with one pattern per trusted key, and nearly all entries match one. Parsing each entry would take as
    // long as the rest of the audit.
    const text = loosely.decode(body);
    if (this.#forms.some((form) => form.test(text))) return;
    const keyId = keyIdOf(body);
    if (keyId !== null && this.#trusted.has(keyId)) return;
    if (this.strange === null) this.strange = { entry, keyId, count: 1 };
    else this.strange.count++;
  }
}

/**
 * Decodes without checking UTF-8: the patterns are pure ASCII, and no other bytes decode to ASCII. A byte order mark isn't
 * removed, so an entry that starts with one doesn't match.
 */
const loosely = new TextDecoder('utf-8', { ignoreBOM: true });

const DIGEST = new Uint8Array(32).fill(0xff);
const SIGNATURE = new Uint8Array(48).fill(0xfb);

/** Pattern that matches any entry signed with this key. */
function formOf(publicKey: Uint8Array): RegExp {
  const body = loosely.decode(entryBody({ paeDigest: DIGEST, signature: SIGNATURE, publicKey }));
  const [beforeDigest, rest] = body.split(encodeBase64(DIGEST));
  const [beforeSignature, end] = rest!.split(encodeBase64(SIGNATURE));
  const literally = (text: string | undefined) => text!.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(
    `^${literally(beforeDigest)}[A-Za-z0-9+/]{43}=${literally(beforeSignature)}[A-Za-z0-9+/]+={0,2}${literally(end)}$`,
  );
}

/** Id of the seal key in an entry. Null if it isn't an entry of a seal. */
function keyIdOf(body: Uint8Array): string | null {
  try {
    return sealKeyIdHex(parseEntryBody(body).publicKey);
  } catch (error) {
    if (error instanceof MalformedInput) return null;
    throw error;
  }
}
