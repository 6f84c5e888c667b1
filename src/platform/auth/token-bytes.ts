/**
 * The bytes of a token, or null unless it's written exactly as the service writes it. Decoders skip what is no base64, and
 * ignore the last bits: without this, one token would have many spellings, and what is used up could be used again.
 */
export function tokenBytes(token: string, encoding: 'base64' | 'base64url' = 'base64url'): Buffer | null {
  const bytes = Buffer.from(token, encoding);
  return bytes.toString(encoding) === token ? bytes : null;
}
