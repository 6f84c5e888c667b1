import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({ implements: Problem, description: 'Somebody else has changed this person since it was read.' })
export class OperatorChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'The version it has now.' })
  readonly version: number;

  constructor(version: number) {
    super('CONFLICT', `This person is at version ${version} by now. Read it again, and change that.`);
    this.version = version;
  }
}

@ObjectType({
  implements: Problem,
  description: 'As things stand, this cannot be done to this person or with this link.',
})
export class OperatorConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

/** Without one nobody could be invited, and nobody let in again. */
export const lastAdmin = () =>
  new OperatorConflict(
    'This is the last ADMIN who can sign in. Make somebody else ADMIN first, then do this once more.',
  );
