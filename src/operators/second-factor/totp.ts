import { randomBytes, timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
/** The only variant that every app supports. */
const FORM = { algorithm: 'SHA1', digits: 6 } as const;
const STEP_SECONDS = 30;
/** Clock drift of the phone in steps, to either side. More would make guessing easier. */
const DRIFT_STEPS = 1;

/** Shared secret of the app: 160 bits, as RFC 4226 section 4 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Code of one time step, six digits. Source: RFC 6238. */
export function totpCode(secret: Uint8Array, step: number): string {
  return HOTP.generate({ ...FORM, secret: secretOf(secret), counter: step });
}

/** Time step of a moment. */
export function stepAt(time: Date): number {
  return TOTP.counter({ period: STEP_SECONDS, timestamp: time.getTime() });
}

/**
 * Newest time step near `time` with this code. Null if no step has it. All steps are compared, so the duration reveals nothing.
 * `TOTP.validate` throws for non-ASCII digits, and returns the nearest step, which would accept a code shared by two steps twice.
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

/** Removes spaces and dashes that people type. */
export function plainCode(written: string): string {
  return written.replace(/[\s-]/g, '');
}

/** RFC 4648 base32 without padding, for typing the secret into an app. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32;
}

/** URI for the QR code. */
export function totpAddress(secret: Uint8Array, issuer: string, account: string): string {
  return new TOTP({ ...FORM, period: STEP_SECONDS, secret: secretOf(secret), issuer, label: account }).toString();
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
