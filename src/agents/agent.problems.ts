import { ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The agent, or its owner, is not in a state in which this can be done.',
})
export class AgentConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}
