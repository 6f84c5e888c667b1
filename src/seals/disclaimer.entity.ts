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

/** Terms that a caller accepts to have a text sealed. A published version never changes, because seals contain its hash. */
@ObjectType({
  implements: Node,
  description: 'Terms that a caller accepts to have a text sealed. A published version never changes.',
})
export class Disclaimer extends DisclaimerSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => String, { description: 'Language tag (BCP 47), e.g. `en`.' }) declare language: string;
  @Field(() => Int, { description: 'Version number within the language, from 1.' }) declare version: number;
  @Field(() => String, { description: 'Full text of the disclaimer.' }) declare text: string;
  @Field(() => Sha256, { description: 'SHA-256 of the text in UTF-8.' }) declare sha256: string;
  @Field(() => GraphQLDateTime, {
    description: 'Time of publication. The version is in force from then until the next one is published.',
  })
  declare publishedAt: Date;
}
DisclaimerSchema.setClass(Disclaimer);
