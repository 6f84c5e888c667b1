import type { GraphQLSchema } from 'graphql';
import type { AuditedMutations } from '../../audit/audited-mutation.ts';

/** What the fields of a schema are resolved by. */
export interface SchemaRuntime {
  /** Of the resolvers, by their classes. */
  instances: ReadonlyMap<unknown, object>;
  /** What writes mutations into the audit trail; null where nothing is done by the schema. */
  audited: AuditedMutations | null;
}

const remembered = new WeakMap<GraphQLSchema, SchemaRuntime>();

/** Notes down what a schema is resolved by. */
export function setRuntime(schema: GraphQLSchema, what: SchemaRuntime): void {
  remembered.set(schema, what);
}

export function runtimeOf(schema: GraphQLSchema): SchemaRuntime {
  return remembered.get(schema)!;
}
