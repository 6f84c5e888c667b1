import { Field, ID, ObjectType } from 'type-graphql';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import type { ExternalTool } from './external-tool.entity.ts';

@ObjectType({
  implements: Problem,
  description:
    'Calls of the tool already need approval, but with another channel, prefix or pointers. Nothing has changed.',
})
export class ExternalToolConflict extends Problem {
  @Field(() => ID, { description: 'Id of the `ExternalTool` that exists.' })
  readonly externalToolId: string;

  constructor({ id }: ExternalTool) {
    super(
      'CONFLICT',
      'The tool is already marked as needing approval, with other values. Remove it with `unmarkExternalTool`, then add it again with `markExternalTool`.',
    );
    this.externalToolId = id;
  }
}
