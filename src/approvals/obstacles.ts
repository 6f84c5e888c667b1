import type { ErrorCode } from '../platform/errors/error-codes.ts';
// Imported so that the error codes are declared in programs that don’t load the whole feature.
import type {} from './approval.names.ts';
import type { DecisionObstacle } from './approval.rules.ts';

/** Error for each reason why a caller can’t decide on a request. */
export const OBSTACLES: Readonly<Record<DecisionObstacle, { code: ErrorCode; message: string }>> = {
  NOT_A_PERSON: { code: 'FORBIDDEN', message: 'Only a person can decide, in their own name. Sign in as an operator.' },
  BOOTSTRAP_IS_OVER: {
    code: 'FORBIDDEN',
    message:
      'The admin token can’t approve once there is an operator who can. Sign in and decide at `/admin/approvals`.',
  },
  NOT_AN_APPROVER: {
    code: 'FORBIDDEN',
    message:
      'You can’t decide: you are disabled, or your roles or your token don’t have the permission `approvals:decide`. Ask an ADMIN.',
  },
  OWN_REQUEST: {
    code: 'FORBIDDEN',
    message:
      'You can’t decide your own request, one made for you, or one made with a key that you issued. Another approver can, at `/admin/approvals`. An ADMIN can invite one with `inviteOperator`. Keys created by the command `imprimatur customer-key` have no issuer, so any approver can decide requests made with them.',
  },
  DECIDED_BEFORE: { code: 'CONFLICT', message: 'You have already decided this request. A decision can’t be changed.' },
  ALREADY_DECIDED: {
    code: 'CONFLICT',
    message: 'This request was decided, canceled, superseded or revoked already. Read its `state` again.',
  },
  EXPIRED: {
    code: 'APPROVAL_EXPIRED',
    message: 'The request was not decided in time and can’t be decided any more. The requester can file a new one.',
  },
  NO_LONGER_FITS: {
    code: 'CONFLICT',
    message:
      'The setting or document has changed since the request, so the request is superseded. The requester can file a new one.',
  },
  OTHER_CONTENT: {
    code: 'CONFLICT',
    message: 'The sent digest isn’t the `sha256` of this request’s content. Read `payloadText` and `sha256` again.',
  },
  DISPLAY_CHANGED: {
    code: 'CONFLICT',
    message:
      'The text shown to approvers has changed since you read it, so nothing was decided. Read `displayText` again.',
  },
  PASSKEY_REQUIRED: {
    code: 'PASSKEY_REQUIRED',
    message:
      'You have a passkey, so your decisions need its signature. Decide at `/admin/approvals`, or call `beginDecision` and send the signature as `passkey`. If you can’t use your passkeys any more, remove them at `/admin/account/second-factors`.',
  },
  PASSKEY_REFUSED: {
    code: 'FORBIDDEN',
    message:
      'The passkey’s signature wasn’t accepted, so nothing was decided: it is for another decision, was used before, came too late, or the passkey isn’t yours. Try again.',
  },
};

/** Message for a person: why they can’t decide on a request, and what to do. */
export const obstacleSentence = (obstacle: DecisionObstacle) => OBSTACLES[obstacle].message;
