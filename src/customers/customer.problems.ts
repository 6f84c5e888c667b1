import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({ implements: Problem, description: 'Another customer has this name.' })
export class CustomerNameTaken extends Problem {
  constructor() {
    super('CONFLICT', 'Another customer has this name. Choose another one, or change that customer.');
  }
}

@ObjectType({ implements: Problem, description: 'Somebody else has changed the customer since it was read.' })
export class CustomerChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'The version it has now.' })
  readonly version: number;

  constructor(version: number) {
    super('CONFLICT', `The customer is at version ${version} by now. Read it again, and change that.`);
    this.version = version;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The key, or its customer, is not in a state in which this can be done.',
})
export class CustomerKeyConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}
