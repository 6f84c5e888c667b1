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

const OBSTACLES: Readonly<Record<DecisionObstacle, { code: ErrorCode; message: string }>> = {
  NOT_A_PERSON: { code: 'FORBIDDEN', message: 'Only a person decides, in their own name.' },
  BOOTSTRAP_IS_OVER: {
    code: 'FORBIDDEN',
    message: 'There are operators now: the token of the start does not decide any more. Sign in as one of them.',
  },
  NOT_AN_APPROVER: {
    code: 'FORBIDDEN',
    message: 'You may not decide any more: you are disabled, or not an approver. Ask an administrator.',
  },
  OWN_REQUEST: {
    code: 'FORBIDDEN',
    message:
      'You, or what you decide with, have to do with who asked for this: it is yours, or was asked with a key that you have issued. Somebody else has to decide it. An administrator invites one with `inviteOperator`; a key of the command `imprimatur customer-key` is issued by no person.',
  },
  DECIDED_BEFORE: { code: 'CONFLICT', message: 'You have decided this before, and a decision is never changed.' },
  ALREADY_DECIDED: { code: 'CONFLICT', message: 'This was decided already. Read it again to see how.' },
  EXPIRED: { code: 'APPROVAL_EXPIRED', message: 'Nobody has decided in time. It has to be asked for anew.' },
  NO_LONGER_FITS: {
    code: 'CONFLICT',
    message: 'What this change was based on has changed since. It is superseded: have it asked for anew.',
  },
  OTHER_CONTENT: {
    code: 'CONFLICT',
    message: 'This is not the digest of what approval is asked for. Read `payloadText` and `sha256` again.',
  },
  DISPLAY_CHANGED: {
    code: 'CONFLICT',
    message: 'What you were shown has changed: look again. Nothing was decided. In the graph it is `displayText`.',
  },
};

/** Why somebody may not decide, and what to do, for a person. */
export const obstacleSentence = (obstacle: DecisionObstacle) => OBSTACLES[obstacle].message;

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
