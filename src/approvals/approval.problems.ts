import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { ErrorCode } from '../platform/error-codes.ts';
import { Problem } from '../platform/graphql/problem.ts';
import { DecisionObstacle } from './approval.rules.ts';

registerEnumType(DecisionObstacle, {
  name: 'DecisionObstacle',
  description: 'Why somebody may not decide.',
  valuesConfig: {
    NOT_A_PERSON: { description: 'Programs do not decide, nor does anybody in the name of another.' },
    BOOTSTRAP_IS_OVER: { description: 'The token of the start decides only until there is an operator.' },
    OWN_REQUEST: { description: 'Nobody decides what they have asked for.' },
    ALREADY_DECIDED: { description: 'It was approved, rejected or canceled.' },
    EXPIRED: { description: 'Nobody has decided in time.' },
    OTHER_CONTENT: { description: 'The digest is that of something else: look at it again.' },
    DECIDED_BEFORE: { description: 'Each person decides once.' },
  },
});

const OBSTACLES: Readonly<Record<DecisionObstacle, { code: ErrorCode; message: string }>> = {
  NOT_A_PERSON: { code: 'FORBIDDEN', message: 'Only a person decides, in their own name.' },
  BOOTSTRAP_IS_OVER: {
    code: 'FORBIDDEN',
    message: 'There are operators now: the token of the start does not decide any more. Sign in as one of them.',
  },
  OWN_REQUEST: { code: 'FORBIDDEN', message: 'You have asked for this yourself. Somebody else has to decide it.' },
  ALREADY_DECIDED: { code: 'CONFLICT', message: 'This was decided already. Read it again to see how.' },
  EXPIRED: { code: 'APPROVAL_EXPIRED', message: 'Nobody has decided in time. It has to be asked for anew.' },
  OTHER_CONTENT: {
    code: 'CONFLICT',
    message: 'This is not the digest of what approval is asked for. Read `payloadText` and `sha256` again.',
  },
  DECIDED_BEFORE: { code: 'CONFLICT', message: 'You have decided this before. Others have to.' },
};

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
