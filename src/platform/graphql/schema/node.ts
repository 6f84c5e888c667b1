import { Field, ID, InterfaceType } from 'type-graphql';
import { kindOfId } from '../../ids.ts';
import { REGISTRY } from '../../registry.ts';

@InterfaceType({
  description: 'A stored object with an id. Ids are the same in GraphQL, REST and the log.',
  resolveType: (value: { id: string }) => typeNameOf(value.id),
})
export abstract class Node {
  @Field(() => ID, { description: 'Opaque id. Ids sort by time of creation.' })
  readonly id!: string;
}

function typeNameOf(id: string): string | undefined {
  const kind = kindOfId(id);
  return kind ? REGISTRY.ids.get(kind)!.node : undefined;
}
