import { type JsonValue, parseJson } from './json.ts';
import { Malformed } from './malformed.ts';

/**
 * The bundles in a file of later statements: `statuses.json` holds all of them, as the service gives them out; any other
 * file is taken for one bundle.
 */
export function statusBundlesIn(file: Uint8Array): (string | Uint8Array)[] {
  const json = readJson(file);
  const isList = typeof json === 'object' && json !== null && 'statuses' in json && Array.isArray(json.statuses);
  return isList ? (json.statuses as JsonValue[]).map((status) => JSON.stringify(status)) : [file];
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
