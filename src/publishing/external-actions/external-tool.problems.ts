import { Field, ID, ObjectType } from 'type-graphql';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import type { OutwardTool } from './external-tool.entity.ts';

@ObjectType({
  implements: Problem,
  description: 'The tool already needs approval, with another channel, prefix or other pointers. Nothing has changed.',
})
export class OutwardToolConflict extends Problem {
  @Field(() => ID, { description: 'Id of the existing `OutwardTool`.' })
  readonly outwardToolId: string;

  constructor({ id }: OutwardTool) {
    super(
      'CONFLICT',
      'The tool already needs approval, with other values. Unmark it with `unmarkTool`, then mark it again.',
    );
    this.outwardToolId = id;
  }
}
