import type { GraphQLSchema } from 'graphql';
import type { AuditedMutations } from '../../audit/audited-mutation.ts';

/** Objects that resolve the fields of a schema. */
export interface SchemaRuntime {
  /** Resolver objects by their classes. */
  instances: ReadonlyMap<unknown, object>;
  /** Records mutations in the audit trail. Null for a schema whose mutations are never called. */
  audited: AuditedMutations | null;
}

const remembered = new WeakMap<GraphQLSchema, SchemaRuntime>();

/** Stores the objects that resolve the fields of a schema. */
export function setRuntime(schema: GraphQLSchema, what: SchemaRuntime): void {
  remembered.set(schema, what);
}

export function runtimeOf(schema: GraphQLSchema): SchemaRuntime {
  return remembered.get(schema)!;
}
