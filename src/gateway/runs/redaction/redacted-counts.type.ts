import { Field, ObjectType } from 'type-graphql';
import { AtMost } from '../../../platform/graphql/schema/list-size.ts';
import { MOST_KINDS, RedactionCount } from '../../../redaction/index.ts';

@ObjectType({ description: 'What was taken out of a request before a hosted model was sent it.' })
export class RunRedactions {
  @AtMost(MOST_KINDS)
  @Field(() => [RedactionCount], { description: 'By kind. Empty: nothing was found.' })
  readonly counts: RedactionCount[];

  constructor(counts: RedactionCount[]) {
    this.counts = counts;
  }
}
