import { GraphQLJSON, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { graphEnum } from '../graphql/schema/graph-enum.ts';
import { AtMost } from '../graphql/schema/list-size.ts';
import { documentChanges, type JsonChange } from './document-changes.ts';

/** As many as a person reads. */
const MOST_CHANGES = 100;

export const DocumentChangeOperation = graphEnum('DocumentChangeOperation', 'Kind of change to a value.', {
  ADD: null,
  REMOVE: null,
  REPLACE: null,
});

@ObjectType({ description: 'A value that is in one version of a document and not in the other.' })
export class DocumentChange {
  @Field(() => DocumentChangeOperation, { description: 'In a word.' })
  readonly operation!: JsonChange['operation'];

  @Field(() => String, {
    description: 'JSON pointer into the later document, and into the earlier one for what was removed.',
  })
  readonly pointer!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Null for what was added.' })
  readonly before!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Null for what was removed.' })
  readonly after!: unknown;
}

@ObjectType({ description: 'What became of a document between two versions.' })
export class DocumentChanges {
  @Field(() => GraphQLNonNegativeInt, { description: 'How many values are others.' })
  readonly count: number;

  @AtMost(MOST_CHANGES)
  @Field(() => [DocumentChange], { description: 'The first of them. What has a name is compared wherever it stands.' })
  readonly changes: readonly JsonChange[];

  constructor(before: object, after: object) {
    const all = documentChanges(before, after);
    this.count = all.length;
    this.changes = all.slice(0, MOST_CHANGES);
  }
}
