import { Field, ID, InterfaceType } from 'type-graphql';
import { type IdKind, kindOfId } from '../ids.ts';

@InterfaceType({
  description: 'Anything stored that has an id. Ids are the same in GraphQL, REST and the log.',
  resolveType: (value: { id: string }) => typeNameOf(value.id),
})
export abstract class Node {
  @Field(() => ID, { description: 'Opaque. Sorts by age.' })
  readonly id!: string;
}

const typeNames = new Map<IdKind, string>();

/** Tells the graph which type an id names. Called once by each feature that has nodes. */
export function registerNode(kind: IdKind, typeName: string): void {
  typeNames.set(kind, typeName);
}

export function typeNameOf(id: string): string | undefined {
  const kind = kindOfId(id);
  return kind ? typeNames.get(kind) : undefined;
}
