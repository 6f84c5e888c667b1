import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { Disclaimer } from './disclaimer.entity.ts';

@ObjectType({
  implements: Problem,
  description:
    'Another version of the disclaimer is in force than the one that was shown. Show this one and ask again.',
})
export class DisclaimerOutdated extends Problem {
  @Field(() => Disclaimer, { description: 'The one in force.' })
  readonly current: Disclaimer;

  constructor(current: Disclaimer, version: number) {
    super(
      'DISCLAIMER_OUTDATED',
      `Version ${version} of the disclaimer is not in force, version ${current.version} is. Have that one acknowledged.`,
    );
    this.current = current;
  }
}

@ObjectType({ implements: Problem, description: 'The seal is not in a state in which this can be done.' })
export class SealConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}
