import { randomBytes, timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
/** The only form that every app supports. */
const FORM = { algorithm: 'SHA1', digits: 6 } as const;
const STEP_SECONDS = 30;
/** How many steps a phone's clock may be off to either side. With more, a guess has more codes to hit. */
const DRIFT_STEPS = 1;

/** What an app and the service share: 160 bits, as RFC 4226 section 4 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of one step of time, six digits. Source: RFC 6238. */
export function totpCode(secret: Uint8Array, step: number): string {
  return HOTP.generate({ ...FORM, secret: secretOf(secret), counter: step });
}

/** The step of time that a moment falls into. */
export function stepAt(time: Date): number {
  return TOTP.counter({ period: STEP_SECONDS, timestamp: time.getTime() });
}

/**
 * The newest step near this time that has this code; null for none. All steps are compared, so the time needed tells nothing.
 * `TOTP.validate` would throw for digits outside of ASCII, and returns the nearest step: a code that two steps share would then
 * count twice.
 */
export function matchingStep(secret: Uint8Array, code: string, time: Date): number | null {
  const shown = Buffer.from(code);
  const now = stepAt(time);
  let found: number | null = null;
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++) {
    const right = Buffer.from(totpCode(secret, step));
    if (right.length === shown.length && timingSafeEqual(right, shown)) found = step;
  }
  return found;
}

/** As people write codes and read them out: spaces and dashes are left away. */
export function plainCode(written: string): string {
  return written.replace(/[\s-]/g, '');
}

/** RFC 4648 base32 without padding, as apps take a secret that is typed. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32;
}

/** The address that an app reads from the QR code. */
export function totpAddress(secret: Uint8Array, issuer: string, account: string): string {
  return new TOTP({ ...FORM, period: STEP_SECONDS, secret: secretOf(secret), issuer, label: account }).toString();
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
