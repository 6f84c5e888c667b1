import { Field, Int, ObjectType } from 'type-graphql';

/** Range of characters of a text. */
@ObjectType({ description: 'Range of characters, in UTF-16 units from 0.' })
export class TextRange {
  @Field(() => Int, { description: 'First character.' }) readonly start!: number;
  @Field(() => Int, { description: 'First character after the range.' }) readonly end!: number;
}
