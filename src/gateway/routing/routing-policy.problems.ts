import { Field, Int, ObjectType } from 'type-graphql';
import { Problem } from '../../platform/graphql/problem.ts';

@ObjectType({
  implements: Problem,
  description: 'Somebody has published another policy since the version that yours was made from. Nothing was done.',
})
export class RoutingPolicyChanged extends Problem {
  @Field(() => Int, { description: 'The version in force. Read it, bring your changes into it, and publish that.' })
  readonly currentVersion: number;

  constructor(currentVersion: number) {
    super('CONFLICT', `Version ${currentVersion} is in force by now. Bring your changes into that one.`);
    this.currentVersion = currentVersion;
  }
}
