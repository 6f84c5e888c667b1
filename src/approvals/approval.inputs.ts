import { GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { ApprovalState, type ApprovalSubject, ApprovalVerdict, approvalSubjects } from './approval.entity.ts';

export const MAX_REASON_LENGTH = 1_000;

@InputType({
  description: 'Signature of a decision with a passkey, made with the options that `beginDecision` returned.',
})
export class PasskeySignatureInput {
  @Field(() => String, { description: '`nonce` that `beginDecision` returned. It can be used once.' })
  nonce!: string;

  @Field(() => GraphQLJSONObject, {
    description:
      'Response of the browser as JSON: `toJSON()` of the `PublicKeyCredential` that `navigator.credentials.get` returned.',
  })
  credential!: Record<string, unknown>;
}

const PASSKEY =
  'Signature with your passkey. Required if you have a passkey, unless `beginDecision` returns `isPasskeyRequired: false`. Call `beginDecision` first.';

@InputType({
  description: 'Decision to sign with a passkey: the verdict, and the digests of what the approver has read.',
})
export class BeginDecisionInput {
  @Field(() => ID, { description: 'Id of the request for approval.' }) approvalId!: string;
  @Field(() => ApprovalVerdict, { description: 'The decision: approval or rejection.' }) verdict!: ApprovalVerdict;
  @Field(() => Sha256, {
    description: 'SHA-256 of the content that you read: `sha256` of the request. A different value is refused.',
  })
  sha256!: string;

  @Field(() => Sha256, {
    nullable: true,
    description:
      'SHA-256 of the display that you saw: `displayHash` of the request. Send the same value with the decision, or neither.',
  })
  displayHash?: string | null;
}

@InputType({ description: 'Request to approve, with the digests of what the approver has read.' })
export class ApproveInput {
  @Field(() => ID, { description: 'Id of the request for approval.' }) approvalId!: string;
  @Field(() => Sha256, {
    description: 'SHA-256 of the content that you read: `sha256` of the request. A different value is refused.',
  })
  sha256!: string;

  @Field(() => Sha256, {
    nullable: true,
    description:
      'SHA-256 of the display that you saw: `displayHash` of the request. Refused if the display has changed. Stored and sealed with the decision.',
  })
  displayHash?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Reason for the approval, at most ${MAX_REASON_LENGTH} characters. The requester can read it.`,
  })
  reason?: string | null;

  @Field(() => PasskeySignatureInput, { nullable: true, description: PASSKEY })
  passkey?: PasskeySignatureInput | null;
}

@InputType({ description: 'Request to reject, with the reason.' })
export class RejectInput {
  @Field(() => ID, { description: 'Id of the request for approval.' }) approvalId!: string;
  @Field(() => Sha256, {
    description: 'SHA-256 of the content that you read: `sha256` of the request. A different value is refused.',
  })
  sha256!: string;

  @Field(() => Sha256, {
    nullable: true,
    description:
      'SHA-256 of the display that you saw: `displayHash` of the request. Refused if the display has changed. Stored and sealed with the decision.',
  })
  displayHash?: string | null;

  @Field(() => String, {
    description: `Reason for the rejection, 1 to ${MAX_REASON_LENGTH} characters. The requester can read it.`,
  })
  reason!: string;

  @Field(() => PasskeySignatureInput, { nullable: true, description: PASSKEY })
  passkey?: PasskeySignatureInput | null;
}

@InputType({ description: 'Request for approval to cancel.' })
export class CancelApprovalInput {
  @Field(() => ID, { description: 'Id of the request for approval.' }) approvalId!: string;
}

@InputType({
  description:
    'Filter for requests for approval. All given conditions must match. A list matches if one of its values does.',
})
export class ApprovalFilter extends CreatedFilter {
  @Field(() => [ApprovalState], { nullable: true, description: 'Only requests in these states.' })
  state?: ApprovalState[] | null;

  @Field(() => [approvalSubjects.values], {
    nullable: true,
    description: 'Only requests about these kinds of subjects.',
  })
  subjectKind?: ApprovalSubject[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Only requests with one of these values of `subjectId`: ids of runs or publish requests, or names of settings or documents.',
  })
  subjectId?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only requests of these customers, among those that the caller can see.',
  })
  customerId?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only requests that one of these actors has decided, with any verdict, e.g. `operator:op_…`. Use `viewer.actor` for your own decisions.',
  })
  decidedBy?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only requests filed by these actors, e.g. `agent:agt_…`.' })
  requestedBy?: string[] | null;
}

const ApprovalOrder = orderInput('Approval', {
  CREATED_AT: 'Time when the request was filed.',
  EXPIRES_AT: 'Time when the request expires.',
  DECIDED_AT: 'Time of the decision. Undecided requests come last.',
});
type ApprovalOrder = InstanceType<typeof ApprovalOrder>;

@ArgsType()
export class ApprovalsArgs extends PageArgs {
  @Field(() => ApprovalFilter, { nullable: true, description: 'Only requests that match this filter. Default: all.' })
  filter?: ApprovalFilter | null;

  @Field(() => ApprovalOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: ApprovalOrder | null;
}
