import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The operator has changed since the caller read it. Nothing was saved.',
})
export class OperatorChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'Current version. Send it as `ifVersion` to overwrite it.' })
  readonly version: number;

  constructor(version: number) {
    super(
      'CONFLICT',
      `The operator has changed and is now at version ${version}. Read it again and repeat the change.`,
    );
    this.version = version;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The state of the operator, token or invitation doesn’t allow this operation.',
})
export class OperatorConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

/** Refuses a change after which no ADMIN could sign in, because then only the admin token could manage operators. */
export const lastAdmin = () =>
  new OperatorConflict('This is the last ADMIN who can sign in. Make another operator ADMIN first.');
