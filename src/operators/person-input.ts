import { z } from 'zod';

/**
 * Minimum length of a password. No kinds of characters are required, as NIST SP 800-63B-4 recommends: such rules lead to weaker
 * passwords.
 */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_NAME_LENGTH = 200;
/** Maximum length of an e-mail address. Source: RFC 5321. */
export const MAX_EMAIL_LENGTH = 254;

const Email = z.email();

/** Normalizes an e-mail address: trimmed and in lower case. Null if it is invalid or too long. */
export function emailOf(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && Email.safeParse(email).success ? email : null;
}

/** Reason why a name isn’t allowed, as a sentence. Null if it is. */
export function nameFault(name: string): string | null {
  if (name === '') return 'Enter your name.';
  return name.length > MAX_NAME_LENGTH || /\p{C}/u.test(name)
    ? `Use at most ${MAX_NAME_LENGTH} characters, without control characters.`
    : null;
}

/** Reason why a new password isn’t allowed, as a sentence. Null if it is. Length is counted in code points. */
export function passwordFault(password: string, email: string | null): string | null {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH)
    return `Use at least ${MIN_PASSWORD_LENGTH} characters. Several words make a good password.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (email !== null && password.trim().toLowerCase() === email)
    return 'Don’t use your e-mail address as the password.';
  return /^(.)\1*$/su.test(password) ? 'Don’t repeat a single character.' : null;
}
