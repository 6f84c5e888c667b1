import { randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenBytes } from '../../platform/auth/token-bytes.ts';
import { type KeyedDigest, keyedDigest } from '../../platform/encryption/keyed-digest.ts';
import { cookieIn } from '../../platform/http/cookies.ts';

const MAX_AGE_SECONDS = 365 * 24 * 3600;

/**
 * A mark in browsers that somebody has signed in with, one for each account. It lets nobody in. Whoever fails there is counted
 * apart from everybody else who tries that account, so that others who try it keep nobody from signing in where they always do.
 */
export class KnownBrowser {
  readonly #name: string;
  readonly #isSecure: boolean;
  readonly #digest: KeyedDigest;

  constructor(encryptionKey: Buffer, isSecure: boolean) {
    this.#name = `${isSecure ? '__Host-' : ''}imprimatur-browser`;
    this.#isSecure = isSecure;
    this.#digest = keyedDigest(encryptionKey, 'browsers of operators');
  }

  /** Names the browser if this account was used in it; null otherwise. */
  find(cookies: string | undefined, email: string): string | null {
    const [mark = '', digest = '', ...rest] = (cookieIn(cookies, this.#name) ?? '').split('.');
    const expected = this.#digestOf(mark, email);
    const shown = tokenBytes(digest);
    if (rest.length > 0 || shown?.length !== expected.length) return null;
    return timingSafeEqual(shown, expected) ? mark : null;
  }

  /** For `Set-Cookie`, after a sign-in. */
  mark(email: string): string {
    const mark = randomBytes(12).toString('base64url');
    const value = `${mark}.${this.#digestOf(mark, email).toString('base64url')}`;
    const secure = this.#isSecure ? '; Secure' : '';
    return `${this.#name}=${value}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  #digestOf(mark: string, email: string): Buffer {
    return this.#digest(`${mark} ${email}`);
  }
}
