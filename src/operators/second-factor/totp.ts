import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 20;
const DIGITS = 6;
const STEP_SECONDS = 30;
/** How many steps a phone's clock may be off to either side. With more, a guess has more codes to hit. */
const DRIFT_STEPS = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app and the service share: 160 bits, as RFC 4226 section 4 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of one step of time, six digits. Source: RFC 6238 with HMAC-SHA-1, which is what all apps know. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step of time that a moment falls into. */
export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / 1000 / STEP_SECONDS);
}

/** The newest step near this time whose code it is; null for none. All are compared, so that the time says nothing. */
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
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text;
}

/**
 * What an app reads from the picture.
 * Source: github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function totpAddress(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
