import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { DecisionObstacle } from './approval.rules.ts';
import { OBSTACLES } from './obstacles.ts';

describeEnum(DecisionObstacle, 'DecisionObstacle', 'Reason why the caller can’t decide a request.', {
  NOT_A_PERSON: 'You aren’t an operator who decides in their own name. Programs can’t decide.',
  BOOTSTRAP_IS_OVER: 'The admin token can no longer approve, because an operator can approve now.',
  NOT_AN_APPROVER: 'You are disabled, or your roles or your token don’t have the permission `approvals:decide`.',
  OWN_REQUEST:
    'The request is yours, was made on your behalf or with a key that you issued, or your token was issued by a person who can’t decide it.',
  DECIDED_BEFORE: 'You decided the request before. Each operator decides once.',
  ALREADY_DECIDED: 'The request was decided, canceled, superseded or revoked already. Read its `state` again.',
  EXPIRED: 'The request expired before enough operators decided.',
  NO_LONGER_FITS:
    'The setting or document that the request changes was changed meanwhile, so the request is superseded.',
  OTHER_CONTENT: 'The SHA-256 in the input isn’t that of the requested content. Read the request again.',
  DISPLAY_CHANGED: 'The displayed content has changed. Read the request again.',
  PASSKEY_REQUIRED:
    'You have a passkey, so you decide with it. Call `beginDecision`, and send the signature as `passkey`.',
  PASSKEY_REFUSED:
    'The passkey’s signature isn’t valid for this decision, was used before, or came too late. Call `beginDecision` again.',
});

@ObjectType({ implements: Problem, description: 'The caller can’t decide this request. Nothing has changed.' })
export class DecisionRefused extends Problem {
  @Field(() => DecisionObstacle, { description: 'Reason why the caller can’t decide the request.' })
  readonly obstacle: DecisionObstacle;

  constructor(obstacle: DecisionObstacle) {
    super(OBSTACLES[obstacle].code, OBSTACLES[obstacle].message);
    this.obstacle = obstacle;
  }
}

@ObjectType({
  implements: Problem,
  description: 'The request for approval isn’t pending, so it can’t be canceled. Nothing has changed.',
})
export class NotPending extends Problem {
  constructor() {
    super('CONFLICT', 'The request for approval isn’t pending any more. Read its `state` again.');
  }
}
