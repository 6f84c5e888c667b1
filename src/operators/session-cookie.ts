import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenBytes } from '../platform/auth/token-bytes.ts';
import { type KeyedDigest, keyedDigest } from '../platform/encryption/keyed-digest.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { cookieIn } from '../platform/http/cookies.ts';

/** Maximum length of the cookie’s value. Valid values are shorter. */
const MAX_VALUE_LENGTH = 200;

/** Session cookie: a random token and its signature. The signature is checked first, so a forged cookie costs no query. */
export class SessionCookie {
  /** Name of the cookie. With the prefix `__Host-`, browsers restrict the cookie to this host and to TLS. */
  readonly name: string;
  readonly isSecure: boolean;
  /** Key that signs session tokens. Derived from the master key, so a new master key ends all sessions. */
  readonly #secret: string;

  constructor(encryptionKey: Buffer, publicUrl: string) {
    const derive: KeyedDigest = keyedDigest(encryptionKey, 'operator sessions');
    this.isSecure = publicUrl.startsWith('https:');
    this.name = `${this.isSecure ? '__Host-' : ''}imprimatur-session`;
    this.#secret = derive('cookies').toString('base64url');
  }

  /** Session token in a `Cookie` header. Null without a valid signature. */
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

  /** Value of the cookie for a session token. */
  valueOf(token: string): string {
    return encodeURIComponent(`${token}.${this.#signatureOf(token).toString('base64')}`);
  }

  /** `Set-Cookie` header for a session token. */
  set(token: string): string {
    return this.#setting(this.valueOf(token), SESSION_LIFETIME_SECONDS);
  }

  /** `Set-Cookie` header that deletes the cookie. */
  clear(): string {
    return this.#setting('', 0);
  }

  // `SameSite` is `Lax`: with `Strict`, people who follow a link from a message would seem signed out. For requests that change
  // data, the origin is checked.
  #setting(value: string, maxAgeSeconds: number): string {
    const secure = this.isSecure ? '; Secure' : '';
    return `${this.name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  #signatureOf(token: string): Buffer {
    return createHmac('sha256', this.#secret).update(token).digest();
  }
}

/** Lifetime of a session: 24 hours, which covers a working day. Sessions aren’t extended. */
export const SESSION_LIFETIME_SECONDS = 24 * 3600;

/** New random session token of 256 bits. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Digest of a session token, as stored in the database. */
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
