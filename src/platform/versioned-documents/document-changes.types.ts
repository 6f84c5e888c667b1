import { GraphQLJSON, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { graphEnum } from '../graphql/schema/graph-enum.ts';
import { AtMost } from '../graphql/schema/list-size.ts';
import { documentChanges, type JsonChange } from './document-changes.ts';

/** Maximum number of listed changes. A person doesn't read more. */
const MOST_CHANGES = 100;

export const DocumentChangeOperation = graphEnum('DocumentChangeOperation', 'Kind of change to a value.', {
  ADD: 'The later document has a value that the earlier one lacks.',
  REMOVE: 'The later document lacks a value that the earlier one has.',
  REPLACE: 'Both documents have a value here, and the values differ.',
});

@ObjectType({ description: 'A value that differs between two versions of a document.' })
export class DocumentChange {
  @Field(() => DocumentChangeOperation, { description: 'Kind of change: added, removed or replaced.' })
  readonly operation!: JsonChange['operation'];

  @Field(() => String, {
    description: 'JSON pointer into the later document, or into the earlier one for a removed value.',
  })
  readonly pointer!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Earlier value. Null for an added value, or if the value was null.',
  })
  readonly before!: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Later value. Null for a removed value, or if the value is null.',
  })
  readonly after!: unknown;
}

@ObjectType({ description: 'Differences of two versions of a document.' })
export class DocumentChanges {
  @Field(() => GraphQLNonNegativeInt, { description: 'Total number of differences.' })
  readonly count: number;

  @AtMost(MOST_CHANGES)
  @Field(() => [DocumentChange], {
    description: 'First 100 differences. Named elements are compared by name, wherever they are in the list.',
  })
  readonly changes: readonly JsonChange[];

  constructor(before: object, after: object) {
    const all = documentChanges(before, after);
    this.count = all.length;
    this.changes = all.slice(0, MOST_CHANGES);
  }
}
