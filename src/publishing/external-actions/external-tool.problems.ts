import { Field, ID, ObjectType } from 'type-graphql';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import type { ExternalTool } from './external-tool.entity.ts';

@ObjectType({
  implements: Problem,
  description: 'The tool already needs approval, with another channel, prefix or other pointers. Nothing has changed.',
})
export class ExternalToolConflict extends Problem {
  @Field(() => ID, { description: 'Id of the existing `ExternalTool`.' })
  readonly externalToolId: string;

  constructor({ id }: ExternalTool) {
    super(
      'CONFLICT',
      'The tool is already marked as needing approval, with other values. Remove it with `unmarkExternalTool`, then add it again with `markExternalTool`.',
    );
    this.externalToolId = id;
  }
}
