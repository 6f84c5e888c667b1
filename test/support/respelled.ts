/** What lenient decoders skip, behind a token; `last bits` stands for another last character that decodes to the same bytes. */
export const SPELLINGS = ['=', '==', '.', '~', '%20', 'last bits'] as const;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A token in another spelling, which decodes to the same bytes. */
export function respelled(token: string, how: string): string {
  if (how !== 'last bits') return token + how;
  const bytes = Buffer.from(token, 'base64url');
  const last = ALPHABET.indexOf(token.at(-1)!);
  for (let other = 0; other < ALPHABET.length; other++) {
    const spelled = token.slice(0, -1) + ALPHABET[other]!;
    if (other !== last && Buffer.from(spelled, 'base64url').equals(bytes)) return spelled;
  }
  // Without bits to spare there is one spelling; a blank within is skipped as well.
  return `${token.slice(0, -1)} ${token.at(-1)!}`;
}
