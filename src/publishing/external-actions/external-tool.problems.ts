import { Field, ID, ObjectType } from 'type-graphql';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import type { OutwardTool } from './external-tool.entity.ts';

@ObjectType({
  implements: Problem,
  description: 'The tool is marked already, with another channel or other places. Nothing has changed.',
})
export class OutwardToolConflict extends Problem {
  @Field(() => ID, { description: 'Of the mark that there is.' })
  readonly outwardToolId: string;

  constructor({ id }: OutwardTool) {
    super('CONFLICT', 'This tool is marked in another way. Mark it anew once you have taken that mark away.');
    this.outwardToolId = id;
  }
}
