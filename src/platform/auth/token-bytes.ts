/**
 * Decodes a token. Null unless it is written exactly as the service writes it. Ordinary decoders ignore invalid characters and
 * trailing bits, so one token would have many spellings, and a used token could be used again.
 */
export function tokenBytes(token: string, encoding: 'base64' | 'base64url' = 'base64url'): Buffer | null {
  const bytes = Buffer.from(token, encoding);
  return bytes.toString(encoding) === token ? bytes : null;
}
