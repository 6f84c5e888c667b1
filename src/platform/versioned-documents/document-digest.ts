import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../proof/json.ts';

/** SHA-256 of the canonical JSON (RFC 8785) in UTF-8, 64 hex digits: whoever has the document can say which one it is. */
export function documentDigest(document: object): string {
  return createHash('sha256').update(canonicalBytes(document)).digest('hex');
}
