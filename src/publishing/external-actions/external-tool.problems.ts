import { Field, ID, ObjectType } from 'type-graphql';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import type { OutwardTool } from './external-tool.entity.ts';

@ObjectType({
  implements: Problem,
  description: 'The tool is already marked with another channel, prefix or other pointers. Nothing has changed.',
})
export class OutwardToolConflict extends Problem {
  @Field(() => ID, { description: 'Id of the existing mark.' })
  readonly outwardToolId: string;

  constructor({ id }: OutwardTool) {
    super(
      'CONFLICT',
      'The tool is already marked with other values. Delete that mark first, then mark the tool again.',
    );
    this.outwardToolId = id;
  }
}
