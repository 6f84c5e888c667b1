import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'The setting has changed since the caller read it. Nothing was saved.',
})
export class SettingChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'Current version. Send it as `ifVersion` to overwrite it.' })
  readonly version: number;

  constructor(version: number) {
    super('CONFLICT', `The setting has changed and is now at version ${version}. Read it again and repeat the change.`);
    this.version = version;
  }
}
