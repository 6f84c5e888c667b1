import { MAX_BUNDLE_BYTES } from './bundle.ts';
import { encodeBase64 } from './bytes.ts';
import { type Envelope, formatEnvelope, parseEnvelope } from './dsse.ts';
import { FieldReader, type JsonValue, parseJson } from './json.ts';
import { CheckName, MalformedProof } from './malformed-proof.ts';
import { STATEMENT_MEDIA_TYPE } from './statement.ts';

/**
 * Formats the issuer's signed statement about a seal's status at one time for `statuses.json`: a DSSE envelope without a bundle.
 * Without the statement, an empty list of statuses can't be distinguished from one with entries removed.
 */
export function formatStanding(payload: Uint8Array, signature: Uint8Array, keyId: Uint8Array) {
  const signatures = [{ sig: signature, keyid: encodeBase64(keyId) }];
  return formatEnvelope({ payloadType: STATEMENT_MEDIA_TYPE, payload, signatures });
}

/**
 * Parses the envelope of a status statement. Null for input that isn't a DSSE envelope without a bundle; most likely it is a
 * bundle. @throws {MalformedProof}
 */
export function parseStandingEnvelope(source: string | Uint8Array): Envelope | null {
  if (source.length > MAX_BUNDLE_BYTES) {
    throw new MalformedProof('It is larger than one megabyte; a statement is about five kilobytes.', CheckName.status);
  }
  const json = parseJson(source, CheckName.status);
  if (!isEnvelope(json)) return null;
  const envelope = parseEnvelope(new FieldReader(json, 'The statement of standing', CheckName.status));
  if (envelope.payloadType !== STATEMENT_MEDIA_TYPE || envelope.signatures.length !== 1) {
    throw new MalformedProof('The statement of standing is not one statement with one signature.', CheckName.status);
  }
  return envelope;
}

function isEnvelope(json: JsonValue): boolean {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && 'payloadType' in json;
}
