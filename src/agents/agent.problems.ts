import { ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The state of the agent or its owner doesn’t allow this operation.',
})
export class AgentConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}
