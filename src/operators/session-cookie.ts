import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenBytes } from '../platform/auth/token-bytes.ts';
import { type KeyedDigest, keyedDigest } from '../platform/encryption/keyed-digest.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { cookieIn } from '../platform/http/cookies.ts';

/** Longer than any value of ours. */
const MAX_VALUE_LENGTH = 200;

/**
 * Cookie of a session: a random token and a signature over it. The signature is checked before the database is asked, so a
 * made-up cookie costs no statement.
 */
export class SessionCookie {
  /** With `__Host-` a browser takes it from this host alone, over TLS, for all paths. */
  readonly name: string;
  readonly isSecure: boolean;
  /** Key of the signatures. Another master key ends all sessions. */
  readonly #secret: string;

  constructor(encryptionKey: Buffer, publicUrl: string) {
    const derive: KeyedDigest = keyedDigest(encryptionKey, 'operator sessions');
    this.isSecure = publicUrl.startsWith('https:');
    this.name = `${this.isSecure ? '__Host-' : ''}imprimatur-session`;
    this.#secret = derive('cookies').toString('base64url');
  }

  /** The token in a `Cookie` header; null where there is none that we have signed. */
  tokenIn(header: string | undefined): string | null {
    const shown = cookieIn(header, this.name);
    if (shown === null || shown.length > MAX_VALUE_LENGTH) return null;
    const value = decoded(shown);
    const dot = value.lastIndexOf('.');
    if (dot < 1) return null;
    const token = value.slice(0, dot);
    const signature = tokenBytes(value.slice(dot + 1), 'base64');
    const expected = this.#signatureOf(token);
    if (signature?.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
    return shown === this.valueOf(token) ? token : null;
  }

  /** What a browser sends for a token. */
  valueOf(token: string): string {
    return encodeURIComponent(`${token}.${this.#signatureOf(token).toString('base64')}`);
  }

  /** For `Set-Cookie`. */
  set(token: string): string {
    return this.#setting(this.valueOf(token), SESSION_LIFETIME_SECONDS);
  }

  /** For `Set-Cookie`, when the session is over. */
  clear(): string {
    return this.#setting('', 0);
  }

  // Not `Strict`: whoever follows a link in a message would seem to be signed out. What changes something asks for our origin.
  #setting(value: string, maxAgeSeconds: number): string {
    const secure = this.isSecure ? '; Secure' : '';
    return `${this.name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  #signatureOf(token: string): Buffer {
    return createHmac('sha256', this.#secret).update(token).digest();
  }
}

/** A day at work: whoever signs in in the morning is signed in until the evening. Nothing makes it longer. */
export const SESSION_LIFETIME_SECONDS = 24 * 3600;

/** A new token: 256 bits that nobody guesses. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. */
export function sessionDigest(token: string): string {
  return digestOf(token).toString('base64url');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
