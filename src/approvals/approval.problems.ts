import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { DecisionObstacle } from './approval.rules.ts';
import { OBSTACLES } from './obstacles.ts';

describeEnum(DecisionObstacle, 'DecisionObstacle', 'Why somebody may not decide.', {
  NOT_A_PERSON: 'Programs do not decide, nor does anybody in the name of another.',
  BOOTSTRAP_IS_OVER: 'The admin token can approve only until there is an operator who can.',
  NOT_AN_APPROVER: 'You are disabled, or your role does not have it any more.',
  OWN_REQUEST:
    'Nobody decides what they have asked for, what was asked in their name or with a key that they have issued, nor by a token that such a one has issued.',
  DECIDED_BEFORE: 'Each person decides once.',
  ALREADY_DECIDED: 'It has ended: read how it stands.',
  EXPIRED: 'Nobody has decided in time.',
  NO_LONGER_FITS: 'What the change was based on has changed since: it is superseded.',
  OTHER_CONTENT: 'The digest is that of something else: look at it again.',
  DISPLAY_CHANGED: 'What you were shown has changed since: look at it again.',
});

@ObjectType({ implements: Problem, description: 'You may not decide this. Nothing has changed.' })
export class DecisionRefused extends Problem {
  @Field(() => DecisionObstacle, { description: 'Why not.' })
  readonly obstacle: DecisionObstacle;

  constructor(obstacle: DecisionObstacle) {
    super(OBSTACLES[obstacle].code, OBSTACLES[obstacle].message);
    this.obstacle = obstacle;
  }
}

@ObjectType({ implements: Problem, description: 'It cannot be canceled any more. Nothing has changed.' })
export class NotPending extends Problem {
  constructor() {
    super('CONFLICT', 'This is not waiting any more. Read it again to see how it stands.');
  }
}
