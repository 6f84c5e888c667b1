import { type JsonValue, parseJson } from './json.ts';
import { MalformedInput } from './malformed-input.ts';

/**
 * The statements in a file about a seal's status. `statuses.json` contains all of them and the issuer's current statement; any
 * other file counts as one statement.
 */
export function statusBundlesIn(file: Uint8Array): (string | Uint8Array)[] {
  const json = readJson(file);
  if (typeof json !== 'object' || json === null || !('statuses' in json) || !Array.isArray(json.statuses))
    return [file];
  const standing = 'standing' in json ? [json.standing as JsonValue] : [];
  return [...(json.statuses as JsonValue[]), ...standing].map((statement) => JSON.stringify(statement));
}

/** Undefined if it isn't JSON. The parser of bundles validates it further. */
function readJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof MalformedInput) return undefined;
    throw error;
  }
}
