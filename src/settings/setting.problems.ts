import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';

@ObjectType({ implements: Problem, description: 'Somebody else has changed the setting since it was read.' })
export class SettingChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'The version it has now.' })
  readonly version: number;

  constructor(version: number) {
    super('CONFLICT', `The setting is at version ${version} by now. Read it again, and change that.`);
    this.version = version;
  }
}
