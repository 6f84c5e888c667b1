import { Field, ID, InterfaceType } from 'type-graphql';
import { kindOfId } from '../../ids.ts';
import { REGISTRY } from '../../registry.ts';

@InterfaceType({
  description: 'Anything stored that has an id. Ids are the same in GraphQL, REST and the log.',
  resolveType: (value: { id: string }) => typeNameOf(value.id),
})
export abstract class Node {
  @Field(() => ID, { description: 'Opaque. Sorts by age.' })
  readonly id!: string;
}

function typeNameOf(id: string): string | undefined {
  const kind = kindOfId(id);
  return kind ? REGISTRY.ids.get(kind)!.node : undefined;
}
