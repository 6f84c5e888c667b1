import type { GraphQLSchema } from 'graphql';
import type { AuditedMutations } from '../../audit/audited-mutation.ts';

/** What the fields of a schema are resolved by. */
export interface Behind {
  /** Of the resolvers, by their classes. */
  instances: ReadonlyMap<unknown, object>;
  /** What writes mutations into the audit trail; null where nothing is done by the schema. */
  audited: AuditedMutations | null;
}

const remembered = new WeakMap<GraphQLSchema, Behind>();

/** Notes down what a schema is resolved by. */
export function rememberBehind(schema: GraphQLSchema, what: Behind): void {
  remembered.set(schema, what);
}

export function behind(schema: GraphQLSchema): Behind {
  return remembered.get(schema)!;
}
