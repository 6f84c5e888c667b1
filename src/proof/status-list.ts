import { parseBundle } from './bundle.ts';
import { type JsonValue, parseJson } from './json.ts';
import { MalformedInput } from './malformed-input.ts';
import { parseStandingEnvelope } from './standing-envelope.ts';
import { parseStandingStatement, parseStatusStatement } from './statement.ts';

/**
 * Splits a status file into its statements. `statuses.json` contains all status changes and the issuer's current statement; any
 * other file counts as one statement.
 */
export function statusBundlesIn(file: Uint8Array): (string | Uint8Array)[] {
  const json = readJson(file);
  if (typeof json !== 'object' || json === null || !('statuses' in json) || !Array.isArray(json.statuses))
    return [file];
  const standing = 'standing' in json ? [json.standing as JsonValue] : [];
  return [...(json.statuses as JsonValue[]), ...standing].map((statement) => JSON.stringify(statement));
}

/** Ids of the seals that a status file is about, as its statements claim. Unreadable statements are skipped. */
export function sealIdsInStatuses(file: Uint8Array): string[] {
  const ids = statusBundlesIn(file).map((statement) => {
    try {
      const envelope = parseStandingEnvelope(statement);
      return envelope
        ? parseStandingStatement(envelope.payload).predicate.sealId
        : parseStatusStatement(parseBundle(statement).envelope.payload).predicate.sealId;
    } catch (error) {
      if (error instanceof MalformedInput) return [];
      throw error;
    }
  });
  return [...new Set(ids.flat())];
}

/** Parses JSON. Undefined for other input, which the parser of bundles then rejects. */
function readJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof MalformedInput) return undefined;
    throw error;
  }
}
