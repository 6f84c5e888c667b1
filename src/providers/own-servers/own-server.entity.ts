import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../platform/graphql/schema/node.ts';
import { newId } from '../../platform/ids.ts';

const OwnServerSchema = defineEntity({
  name: 'OwnServer',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('ownServer')),
    customerId: p.string().unique(),
    baseUrl: p.text(),
    // As the server calls it; null: as the catalogue does.
    model: p.text().nullable(),
    // Asked for pictures; null: it draws none.
    imageModel: p.text().nullable(),
    // Encrypted for this id; null: the server wants none.
    secret: p.blob().nullable(),
    hint: p.string().length(4).nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A customer's own server, which alone is called for what may not leave it. */
@ObjectType({ implements: Node, description: 'A customer’s own server that speaks OpenAI’s protocol.' })
export class OwnServer extends OwnServerSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String, { description: 'Where it is; requests go to paths below this.' }) declare baseUrl: string;

  @Field(() => String, { nullable: true, description: 'The model that is asked for. Null: as the catalogue calls it.' })
  declare model: string | null;

  @Field(() => String, { nullable: true, description: 'The model that is asked for pictures. Null: it draws none.' })
  declare imageModel: string | null;

  @Field(() => String, { nullable: true, description: 'The last four characters of its key. Null: it has none.' })
  declare hint: string | null;

  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
}
OwnServerSchema.setClass(OwnServer);
