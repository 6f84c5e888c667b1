import { randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenBytes } from '../../platform/auth/token-bytes.ts';
import { type KeyedDigest, keyedDigest } from '../../platform/encryption/keyed-digest.ts';
import { cookieIn } from '../../platform/http/cookies.ts';

const MAX_AGE_SECONDS = 365 * 24 * 3600;

/**
 * Cookie that marks a browser in which an account has signed in. It is only valid for that account and grants no access. Failed
 * sign-ins in such a browser are counted separately, so that an attacker elsewhere can’t lock the operator out.
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

  /** Id of the browser if this account was the last to sign in with it. Null otherwise. */
  find(cookies: string | undefined, email: string): string | null {
    const [mark = '', digest = '', ...rest] = (cookieIn(cookies, this.#name) ?? '').split('.');
    const expected = this.#digestOf(mark, email);
    const shown = tokenBytes(digest);
    if (rest.length > 0 || shown?.length !== expected.length) return null;
    return timingSafeEqual(shown, expected) ? mark : null;
  }

  /** `Set-Cookie` header that marks the browser after a sign-in. */
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
