import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../../src/platform/graphql/schema/node.ts';
import { newId } from '../../../src/platform/ids.ts';

const NoteSchema = defineEntity({
  name: 'Note',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('note')),
    text: p.text(),
    writtenBy: p.string(),
    // For whom it was filed; null until it is.
    filedFor: p.string().nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** Something that somebody wrote down. */
@ObjectType({ implements: Node, description: 'Something that somebody wrote down.' })
export class Note extends NoteSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String) declare text: string;
  @Field(() => String, { nullable: true, description: 'For whom it was filed. Null until it is.' })
  declare filedFor: string | null;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
}
NoteSchema.setClass(Note);
