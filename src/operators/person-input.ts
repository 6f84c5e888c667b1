import { z } from 'zod';

/** NIST SP 800-63B-4 asks for a length and for nothing else: rules of composition make people choose worse. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
export const MAX_NAME_LENGTH = 200;
/** RFC 5321. */
export const MAX_EMAIL_LENGTH = 254;

const Email = z.email();

/** An address as it is kept, or null for what is none. */
export function emailOf(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && Email.safeParse(email).success ? email : null;
}

/** What is wrong with a name, as a sentence; null: nothing. */
export function nameFault(name: string): string | null {
  if (name === '') return 'Say what you are called.';
  return name.length > MAX_NAME_LENGTH || /\p{C}/u.test(name)
    ? `A name has at most ${MAX_NAME_LENGTH} plain characters.`
    : null;
}

/** What is wrong with a new password, as a sentence; null: nothing. Counted are characters, as a person counts them. */
export function passwordFault(password: string, email: string | null): string | null {
  const { length } = [...password];
  if (length < MIN_PASSWORD_LENGTH)
    return `Take at least ${MIN_PASSWORD_LENGTH} characters. Several words make a good one.`;
  if (length > MAX_PASSWORD_LENGTH) return `Take at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (email !== null && password.trim().toLowerCase() === email)
    return 'Do not take your e-mail address as the password.';
  return /^(.)\1*$/su.test(password) ? 'Do not take one character again and again.' : null;
}
