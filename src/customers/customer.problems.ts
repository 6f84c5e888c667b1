import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({ implements: Problem, description: 'Another customer has this name.' })
export class CustomerNameTaken extends Problem {
  constructor() {
    super('CONFLICT', 'Another customer has this name. Choose a different name, or change that customer.');
  }
}

@ObjectType({
  implements: Problem,
  description: 'The customer has changed since the caller read it. Nothing was saved.',
})
export class CustomerChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'Current version. Send it as `ifVersion` to overwrite it.' })
  readonly version: number;

  constructor(version: number) {
    super(
      'CONFLICT',
      `The customer has changed and is now at version ${version}. Read it again and repeat the change.`,
    );
    this.version = version;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The state of the key or its customer doesn’t allow this operation.',
})
export class CustomerKeyConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}
