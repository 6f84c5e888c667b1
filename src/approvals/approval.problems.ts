import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { DecisionObstacle } from './approval.rules.ts';
import { OBSTACLES } from './obstacles.ts';

registerEnumType(DecisionObstacle, {
  name: 'DecisionObstacle',
  description: 'Why somebody may not decide.',
  valuesConfig: {
    NOT_A_PERSON: { description: 'Programs do not decide, nor does anybody in the name of another.' },
    BOOTSTRAP_IS_OVER: { description: 'The admin token can approve only until there is an operator who can.' },
    NOT_AN_APPROVER: { description: 'You are disabled, or your role does not have it any more.' },
    OWN_REQUEST: {
      description:
        'Nobody decides what they have asked for, what was asked in their name or with a key that they have issued, nor by a token that such a one has issued.',
    },
    DECIDED_BEFORE: { description: 'Each person decides once.' },
    ALREADY_DECIDED: { description: 'It has ended: read how it stands.' },
    EXPIRED: { description: 'Nobody has decided in time.' },
    NO_LONGER_FITS: { description: 'What the change was based on has changed since: it is superseded.' },
    OTHER_CONTENT: { description: 'The digest is that of something else: look at it again.' },
    DISPLAY_CHANGED: { description: 'What you were shown has changed since: look at it again.' },
  },
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
