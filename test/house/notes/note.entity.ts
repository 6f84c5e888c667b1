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
    // The author's id once the note is filed, else null.
    filedFor: p.string().nullable(),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});

/** A note written by a caller. */
@ObjectType({ implements: Node, description: 'A note written by a caller.' })
export class Note extends NoteSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => String) declare text: string;
  @Field(() => String, { nullable: true, description: 'Principal the note was filed for. Null until it is filed.' })
  declare filedFor: string | null;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
}
NoteSchema.setClass(Note);
