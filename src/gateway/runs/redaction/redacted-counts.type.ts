import { Field, ObjectType } from 'type-graphql';
import { AtMost } from '../../../platform/graphql/schema/list-size.ts';
import { MOST_KINDS, RedactionCount } from '../../../redaction/index.ts';

@ObjectType({ description: 'Personal data that was redacted before the request was sent to a hosted model.' })
export class RunRedactions {
  @AtMost(MOST_KINDS)
  @Field(() => [RedactionCount], { description: 'Number of redacted places by kind. Empty if nothing was found.' })
  readonly counts: RedactionCount[];

  constructor(counts: RedactionCount[]) {
    this.counts = counts;
  }
}
