import { canonicalBytes, type JsonObject } from '../../src/proof/json.ts';

/** Canonical bytes of a statement after a change, as a later release could sign them. */
export function changedStatement(payload: Uint8Array, change: (statement: StatementJson) => void): Uint8Array {
  const statement = JSON.parse(new TextDecoder().decode(payload)) as StatementJson;
  change(statement);
  return canonicalBytes(statement);
}

export type StatementJson = JsonObject & {
  // biome-ignore lint/suspicious/noExplicitAny: a test adds any members
  subject: any[];
  predicateType: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test adds any members
  predicate: any;
};
