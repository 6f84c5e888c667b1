import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { decodeBase64, encodeBase64, encodeUtf8 } from './bytes.ts';
import { cosignedMessage, decodeCosignature } from './cosignature.ts';
import { MalformedInput } from './malformed-input.ts';
import { ed25519Key, type VerifyingKey } from './public-key.ts';

/** Supported key types of C2SP signed-note, with their identifying byte. */
const KEY_TYPES = { ed25519: 0x01, 'cosignature/v1': 0x04 } as const;
export type KeyType = keyof typeof KEY_TYPES;

/** A public key of a log or witness, with the name under which it signs. */
export interface VerifierKey {
  name: string;
  /** Key id: eight hex digits, the first four bytes of `keyHash`. */
  keyId: string;
  type: KeyType;
  /** Ed25519 public key, 32 bytes. */
  publicKey: Uint8Array;
}

/** A signature line of a note, not verified yet. */
export interface NoteSignature {
  name: string;
  keyId: string;
  signature: Uint8Array;
}

/** A text with unverified signatures. `openNote` verifies them. */
export interface Note {
  /** Signed text of the note. Ends in a newline, which is part of the signed text. */
  text: string;
  signatures: NoteSignature[];
}

/** A signature of a note that was verified. */
export interface VerifiedSignature {
  key: VerifierKey;
  /** Time of a witness's signature, in seconds since 1970. Null for a plain signature, which has no time. */
  timeSeconds: number | null;
}

export interface OpenedNote {
  text: string;
  /** Valid signatures, at least one and at most one per key, in the order of the note. */
  signatures: VerifiedSignature[];
}

/** The note is well-formed, but isn't signed as required. */
export class NoteRefused extends Error {
  override readonly name = 'NoteRefused';
}

const PUBLIC_KEY_LENGTH = 32;
const KEY_ID_LENGTH = 4;
const SIGNATURE_PREFIX = '— ';

// Maximum number of signatures in a note. The specification requires room for 16. The limit bounds the work for a note from an
// untrusted source.
const MAX_SIGNATURES = 100;
const MAX_NOTE_LENGTH = 1_000_000;

/** Creates a verifier key. @throws {MalformedInput} for a name that isn't allowed in a note, or a key that isn't 32 bytes long */
export function verifierKey(type: KeyType, name: string, publicKey: Uint8Array): VerifierKey {
  assertKeyName(name);
  if (publicKey.length !== PUBLIC_KEY_LENGTH) throw new MalformedInput('an Ed25519 public key must have 32 bytes');
  const keyId = bytesToHex(keyHash(type, name, publicKey).slice(0, KEY_ID_LENGTH));
  return { name, keyId, type, publicKey };
}

/** SHA-256 of name, newline, type and key. Its first four bytes are the key id; the whole hash is Rekor's log id. */
export function keyHash(type: KeyType, name: string, publicKey: Uint8Array): Uint8Array {
  return sha256(concatBytes(encodeUtf8(`${name}\n`), Uint8Array.of(KEY_TYPES[type]), publicKey));
}

/** The key in text form: `<name>+<key id>+<base64 of type and key>`. */
export function formatVerifierKey({ type, name, keyId, publicKey }: VerifierKey): string {
  return `${name}+${keyId}+${encodeBase64(concatBytes(Uint8Array.of(KEY_TYPES[type]), publicKey))}`;
}

/** Parses a verifier key in text form. @throws {MalformedInput} also if the key id doesn't match name and key */
export function parseVerifierKey(vkey: string): VerifierKey {
  // Base64 can contain a plus sign, so only the first two plus signs separate fields.
  const [name = '', keyId = '', ...encoded] = vkey.split('+');
  if (encoded.length === 0) throw new MalformedInput('a verifier key must have the form <name>+<key id>+<base64>');
  const bytes = decodeBase64(encoded.join('+'));
  const type = (Object.keys(KEY_TYPES) as KeyType[]).find((candidate) => KEY_TYPES[candidate] === bytes[0]);
  if (!type) throw new MalformedInput('a verifier key must be of type Ed25519 (1) or cosignature/v1 (4)');
  const key = verifierKey(type, name, bytes.slice(1));
  if (key.keyId !== keyId) throw new MalformedInput(`the key id of this verifier key must be ${key.keyId}`);
  return key;
}

/** A signature as a line of a note. @param signature for cosignature/v1 the result of `encodeCosignature` */
export function noteSignature({ name, keyId }: VerifierKey, signature: Uint8Array): NoteSignature {
  return { name, keyId, signature };
}

/** Formats a note. @throws {MalformedInput} for a text without a final newline or with forbidden characters */
export function formatNote({ text, signatures }: Note): string {
  assertText(text);
  if (!text.endsWith('\n')) throw new MalformedInput('the text of a signed note must end in a newline');
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/** A signature line of a note, with its newline. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  assertKeyName(name);
  return `${SIGNATURE_PREFIX}${name} ${encodeBase64(concatBytes(hexToBytes(keyId), signature))}\n`;
}

/** @throws {MalformedInput} */
export function parseNote(note: string): Note {
  if (note.length > MAX_NOTE_LENGTH)
    throw new MalformedInput(`a signed note must have at most ${MAX_NOTE_LENGTH} characters`);
  assertText(note);
  const split = note.lastIndexOf('\n\n');
  if (split < 0) throw new MalformedInput('a signed note must have an empty line before its signatures');
  const signatures = parseSignatures(note.slice(split + 2));
  if (signatures.length === 0) throw new MalformedInput('a signed note must have at least one signature');
  return { text: note.slice(0, split + 1), signatures };
}

/**
 * Parses signature lines without the text of a note, as a witness returns them.
 * @throws {MalformedInput}
 */
export function parseSignatures(lines: string): NoteSignature[] {
  if (lines === '') return [];
  if (!lines.endsWith('\n')) throw new MalformedInput('each signature line of a signed note must end in a newline');
  const signatures = lines.slice(0, -1).split('\n');
  if (signatures.length > MAX_SIGNATURES)
    throw new MalformedInput(`a signed note must have at most ${MAX_SIGNATURES} signatures`);
  return signatures.map(parseSignature);
}

/**
 * Verifies a note that at least one of the keys signed. Signatures by other keys are ignored.
 * @throws {MalformedInput}
 * @throws {NoteRefused} if none of the keys signed, or if a signature under the name and id of one of them is invalid, which
 * never happens by accident
 */
export function openNote(note: string | Note, keys: readonly VerifierKey[]): OpenedNote {
  const { text, signatures } = typeof note === 'string' ? parseNote(note) : note;
  const verified = new Map<VerifierKey, VerifiedSignature>();
  for (const { name, keyId, signature } of signatures) {
    const key = keys.find((candidate) => candidate.name === name && candidate.keyId === keyId);
    if (!key) continue;
    const timeSeconds = verify(key, text, signature);
    if (timeSeconds === false) throw new NoteRefused(`the signature of ${name} (key ${keyId}) is invalid`);
    if (!verified.has(key)) verified.set(key, { key, timeSeconds });
  }
  if (verified.size === 0) throw new NoteRefused('the note is not signed by any trusted key');
  return { text, signatures: [...verified.values()] };
}

/**
 * Verifies one signature. Returns the time of a cosignature, null for a valid plain signature, false for an invalid signature.
 */
function verify(key: VerifierKey, text: string, signature: Uint8Array): number | null | false {
  if (key.type === 'ed25519') return verifyingKey(key).verifies(encodeUtf8(text), signature) ? null : false;
  const cosignature = decodeCosignature(signature);
  const message = cosignedMessage(text, cosignature.timeSeconds);
  return verifyingKey(key).verifies(message, cosignature.signature) ? cosignature.timeSeconds : false;
}

/** Cache of prepared keys, for as long as the key object exists. There are few keys, and thousands of notes for each. */
const verifyingKeys = new WeakMap<VerifierKey, VerifyingKey>();

function verifyingKey(key: VerifierKey): VerifyingKey {
  const known = verifyingKeys.get(key);
  if (known) return known;
  const made = ed25519Key(key.publicKey);
  verifyingKeys.set(key, made);
  return made;
}

function parseSignature(line: string): NoteSignature {
  if (!line.startsWith(SIGNATURE_PREFIX))
    throw new MalformedInput('a signature line of a signed note must begin with an em dash and a space');
  const fields = line.slice(SIGNATURE_PREFIX.length).split(' ');
  const [name, encoded] = fields;
  if (fields.length !== 2 || !name || !encoded)
    throw new MalformedInput(
      'a signature line of a signed note must consist of an em dash, a name and base64, separated by spaces',
    );
  assertKeyName(name);
  const bytes = decodeBase64(encoded);
  if (bytes.length <= KEY_ID_LENGTH)
    throw new MalformedInput('a signature must consist of a key id of four bytes followed by the signature itself');
  return { name, keyId: bytesToHex(bytes.slice(0, KEY_ID_LENGTH)), signature: bytes.slice(KEY_ID_LENGTH) };
}

function assertKeyName(name: string): void {
  if (name === '' || !name.isWellFormed() || /[\p{White_Space}\p{Cc}+]/u.test(name)) {
    throw new MalformedInput('the name of a key must not be empty, nor contain spaces or plus signs');
  }
}

function assertText(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that a note must not contain.
  if (!text.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(text)) {
    throw new MalformedInput('a signed note must be UTF-8 without control characters other than the newline');
  }
}
