import { randomBytes } from 'node:crypto';
import { base32, plainCode } from './totp.ts';

/** As many as fit on a note. */
export const RECOVERY_CODES = 10;
/** Sixteen characters of base 32: so much that a keyed digest is kept of each, and no slow hash is needed. */
const CODE_BYTES = 10;
const FORM = /^[A-Z2-7]{16}$/;

/** New codes, in groups of four that can be read out, e.g. `7KQX-2M4B-ZP3D-HW5N`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(CODE_BYTES)).replace(/(.{4})(?=.)/g, '$1-'));
}

/** A code as it is compared; null for what is none, so that nobody has to be asked. */
export function recoveryCodeIn(written: string): string | null {
  const code = plainCode(written).toUpperCase();
  return FORM.test(code) ? code : null;
}
