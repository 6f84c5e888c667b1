import type { ErrorCode } from '../platform/errors/error-codes.ts';
// So that a program without the feature knows its codes.
import type {} from './approval.names.ts';
import type { DecisionObstacle } from './approval.rules.ts';

/** What is answered to who may not decide. */
export const OBSTACLES: Readonly<Record<DecisionObstacle, { code: ErrorCode; message: string }>> = {
  NOT_A_PERSON: { code: 'FORBIDDEN', message: 'Only a person decides, in their own name.' },
  BOOTSTRAP_IS_OVER: {
    code: 'FORBIDDEN',
    message:
      'The admin token can’t approve once there is an operator who can. Sign in and decide at `/admin/approvals`.',
  },
  NOT_AN_APPROVER: {
    code: 'FORBIDDEN',
    message: 'You may not decide any more: you are disabled, or not an approver. Ask an administrator.',
  },
  OWN_REQUEST: {
    code: 'FORBIDDEN',
    message:
      'You can’t decide your own request, one made for you, or one made with a key that you issued. Another approver can, at `/admin/approvals`. An ADMIN invites one with `inviteOperator`. Requests made with a key of the command `imprimatur customer-key` belong to no person.',
  },
  DECIDED_BEFORE: { code: 'CONFLICT', message: 'You have decided this before, and a decision is never changed.' },
  ALREADY_DECIDED: {
    code: 'CONFLICT',
    message: 'This request was decided, canceled or superseded already. Read its current state.',
  },
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
