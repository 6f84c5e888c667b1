import { type JsonValue, parseJson } from './json.ts';
import { Malformed } from './malformed.ts';

/**
 * The statements in a file of what became of a seal: `statuses.json` holds all of them, and what the issuer says of the seal
 * as of when, as the service gives them out; any other file is taken for one statement.
 */
export function statusBundlesIn(file: Uint8Array): (string | Uint8Array)[] {
  const json = readJson(file);
  if (typeof json !== 'object' || json === null || !('statuses' in json) || !Array.isArray(json.statuses))
    return [file];
  const standing = 'standing' in json ? [json.standing as JsonValue] : [];
  return [...(json.statuses as JsonValue[]), ...standing].map((statement) => JSON.stringify(statement));
}

/** Undefined where it is none; what a bundle has to be, its own reader says. */
function readJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
