import { randomBytes } from 'node:crypto';
import { base32, plainCode } from './totp.ts';

/** Number of recovery codes of an operator, few enough to write down. */
export const RECOVERY_CODES = 10;
/**
 * Random bytes of a recovery code: 16 characters of base 32. Enough entropy that a keyed digest suffices instead of a slow hash.
 */
const CODE_BYTES = 10;
const FORM = /^[A-Z2-7]{16}$/;

/** Creates recovery codes in groups of four characters that can be read out, e.g. `7KQX-2M4B-ZP3D-HW5N`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(CODE_BYTES)).replace(/(.{4})(?=.)/g, '$1-'));
}

/** Normalizes a typed recovery code. Null if the text has another format, so that it needs no database query. */
export function recoveryCodeIn(written: string): string | null {
  const code = plainCode(written).toUpperCase();
  return FORM.test(code) ? code : null;
}
