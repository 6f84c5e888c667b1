import { defineEntity, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../platform/graphql/schema/node.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { newId } from '../platform/ids.ts';

const DisclaimerSchema = defineEntity({
  name: 'Disclaimer',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('disclaimer')),
    language: p.string().length(35),
    version: p.integer(),
    text: p.text(),
    sha256: p.string().length(64),
    publishedAt: p.datetime(3),
  },
  uniques: [{ properties: ['language', 'version'] }],
});

/** What somebody accepts who has a text sealed. A published version never changes: seals name it by its hash. */
@ObjectType({ implements: Node, description: 'What is accepted by sealing. A published version never changes.' })
export class Disclaimer extends DisclaimerSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'BCP 47, e.g. `en`.' }) declare language: string;
  @Field(() => Int, { description: 'Counts from 1 in each language.' }) declare version: number;
  @Field(() => String, { description: 'What is accepted, word for word.' }) declare text: string;
  @Field(() => Sha256, { description: 'Of the text in UTF-8.' }) declare sha256: string;
  @Field(() => GraphQLDateTime, { description: 'In force from then until the next version.' })
  declare publishedAt: Date;
}
DisclaimerSchema.setClass(Disclaimer);
