import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { Disclaimer } from './disclaimer.entity.ts';

@ObjectType({
  implements: Problem,
  description:
    'The accepted version of the disclaimer isn’t in force. Show the current one and retry with its version.',
})
export class DisclaimerOutdated extends Problem {
  @Field(() => Disclaimer, { description: 'Disclaimer in force.' })
  readonly current: Disclaimer;

  constructor(current: Disclaimer, version: number) {
    super(
      'DISCLAIMER_OUTDATED',
      `Version ${version} of the disclaimer isn’t in force. Show version ${current.version} and retry with that version.`,
    );
    this.current = current;
  }
}

@ObjectType({ implements: Problem, description: 'The current state of the seal doesn’t allow this change.' })
export class SealConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}
