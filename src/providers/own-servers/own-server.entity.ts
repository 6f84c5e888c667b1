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
    // Name of the model at the server. Null: the catalogue's name.
    model: p.text().nullable(),
    // Name of the image model at the server. Null if the server has none.
    imageModel: p.text().nullable(),
    // Encrypted key. It can only be decrypted together with `id`. Null if no key was set.
    secret: p.blob().nullable(),
    hint: p.string().length(4).nullable(),
    createdBy: p.string(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Customer's own server. Data that must not leave the customer is only sent to this server. */
@ObjectType({ implements: Node, description: 'Customer’s own server with OpenAI’s protocol.' })
export class OwnServer extends OwnServerSchema.class implements Node {
  @Field(() => ID, { description: 'Id of the server.' }) declare id: string;
  @Field(() => String, { description: 'Base URL of the server. Requests go to paths below it.' })
  declare baseUrl: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the text model at the server. Null: requests use the name in the catalogue.',
  })
  declare model: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the image model at the server. Null: the server has none.',
  })
  declare imageModel: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Last four characters of the server’s key. Null if it has none.',
  })
  declare hint: string | null;

  @Field(() => GraphQLDateTime, { description: 'Time when the server was set.' }) declare createdAt: Opt<Date>;
}
OwnServerSchema.setClass(OwnServer);
