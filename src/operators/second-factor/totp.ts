import { randomBytes, timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
/** Parameters of the codes, chosen because authenticator apps widely support them. */
const FORM = { algorithm: 'SHA1', digits: 6 } as const;
const STEP_SECONDS = 30;
/** Accepted clock drift of the phone, in time steps before and after. A larger one would make guessing easier. */
const DRIFT_STEPS = 1;

/** Creates the shared secret of an authenticator app: 160 bits, as RFC 4226 section 4 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Code of an authenticator app at one time step, six digits. Source: RFC 6238. */
export function totpCode(secret: Uint8Array, step: number): string {
  return HOTP.generate({ ...FORM, secret: secretOf(secret), counter: step });
}

/** Number of the 30-second time step at this time. */
export function stepAt(time: Date): number {
  return TOTP.counter({ period: STEP_SECONDS, timestamp: time.getTime() });
}

/**
 * Newest time step near `time` whose code matches. Null if none does. All steps are compared, so the duration reveals nothing.
 * Not `TOTP.validate`, which throws for non-ASCII digits and returns the nearest step, so that a code shared by two steps would
 * be accepted twice.
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

/** Removes spaces and dashes that people type in a code. */
export function plainCode(written: string): string {
  return written.replace(/[\s-]/g, '');
}

/** Encodes bytes as base32 by RFC 4648 without padding, for secrets and recovery codes that people type. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32;
}

/** URI in the QR code that an authenticator app scans. */
export function totpAddress(secret: Uint8Array, issuer: string, account: string): string {
  return new TOTP({ ...FORM, period: STEP_SECONDS, secret: secretOf(secret), issuer, label: account }).toString();
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
