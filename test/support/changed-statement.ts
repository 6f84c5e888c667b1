import { canonicalBytes, type JsonObject } from '../../src/proof/json.ts';
import type { Json } from './api.ts';

/** Canonical bytes of a statement after a change, as a later release could sign them. */
export function changedStatement(payload: Uint8Array, change: (statement: StatementJson) => void): Uint8Array {
  const statement = JSON.parse(new TextDecoder().decode(payload)) as StatementJson;
  change(statement);
  return canonicalBytes(statement);
}

export type StatementJson = JsonObject & {
  subject: Json[];
  predicateType: string;
  predicate: Json;
};
