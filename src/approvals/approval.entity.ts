import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLJSONObject, GraphQLPositiveInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { CredentialKind } from '../platform/auth/principal.ts';
import { DeclaredEnum } from '../platform/graphql/schema/declared-enum.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { newId } from '../platform/ids.ts';
import { ApprovalState, ApprovalVerdict } from './approval.states.ts';
import type { DecisionPasskey } from './passkeys/decision-passkey.ts';

export { ApprovalState, ApprovalVerdict } from './approval.states.ts';

/** Kinds of subjects of approvals. Each feature adds its own kinds by declaration merging and `approvalSubjects`. */
export interface ApprovalSubjects {
  CHANGE: true;
}

export type ApprovalSubject = keyof ApprovalSubjects;

export const approvalSubjects = new DeclaredEnum<ApprovalSubject>(
  'ApprovalSubject',
  'Kind of content or change that needs approval.',
);
approvalSubjects.declare(
  'CHANGE',
  3,
  'Change of a setting or of a document such as the routing policy. `subjectId` names it, e.g. `ROUTING_POLICY`.',
);

describeEnum(
  ApprovalState,
  'ApprovalState',
  'State of a request for approval. PENDING isn’t final, and APPROVED can become REVOKED. All other states are final.',
  {
    PENDING: 'The request waits for decisions of operators.',
    APPROVED: 'Enough operators approved the request.',
    REJECTED: 'An operator rejected the request.',
    EXPIRED: 'The request expired before enough operators decided. It counts as not approved.',
    CANCELED: 'The request was canceled before a decision, or its content was deleted.',
    SUPERSEDED: 'Another request replaced this one, or what it would change has been changed meanwhile.',
    REVOKED: 'The approval was revoked before it was used.',
  },
);

describeEnum(ApprovalVerdict, 'Verdict', 'Decision of an operator on a request for approval.', {
  APPROVE: 'Approves the request.',
  REJECT: 'Rejects the request. One rejection is final.',
});

const ApprovalSchema = defineEntity({
  name: 'Approval',
  properties: {
    id: p.string().primary(),
    subjectKind: p.enum(() => approvalSubjects.items()).$type<ApprovalSubject>(),
    subjectId: p.string(),
    title: p.text(),
    facts: p.json<Record<string, unknown>>(),
    // SHA-256 of the payload.
    sha256: p.string().length(64),
    // The exact bytes to decide on, encrypted for the id of this request. Null once they are deleted.
    payload: p.blob().nullable().lazy(),
    requestedBy: p.string().fieldName('asked_by'),
    // Actors who can’t decide on the request, such as its requester, the actor on whose behalf it was made, and requesters of
    // the request that it replaces.
    barred: p.array().default([]),
    customerId: p.string().nullable(),
    // Version of the policy that sets the quorum. Null if no policy sets it.
    policyVersion: p.integer().nullable(),
    policySha256: p.string().length(64).nullable(),
    // Signature of the terms by a decision key. Null for requests that were filed before terms were signed.
    termsSignature: p.blob().nullable(),
    termsKeyId: p.string().length(64).nullable(),
    state: p
      .enum(() => ApprovalState)
      .$type<ApprovalState>()
      .default(ApprovalState.PENDING),
    // Number of approvals that the request needs. A single rejection is final.
    quorum: p.smallint().default(1),
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
    expiresAt: p.datetime(3),
    decidedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['expiresAt', 'id'] },
    { properties: ['subjectKind', 'subjectId'] },
    { properties: ['customerId', 'id'] },
    { properties: ['requestedBy', 'id'] },
    {
      name: 'approval_pending_index',
      expression: `create index "approval_pending_index" on "approval" ("id") where "state" = 'PENDING'`,
    },
    {
      name: 'approval_due_index',
      expression: `create index "approval_due_index" on "approval" ("expires_at", "id") where "state" = 'PENDING'`,
    },
    {
      name: 'approval_payload_index',
      expression: `create index "approval_payload_index" on "approval" ("decided_at") where "payload" is not null`,
    },
  ],
});

@ObjectType({
  implements: Node,
  description:
    'Request that operators approve some content, which is held until then. Bound to the SHA-256 of the exact bytes.',
})
export class Approval extends ApprovalSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;
  @Field(() => approvalSubjects.values, { description: 'Kind of content or change that needs approval.' })
  declare subjectKind: ApprovalSubject;
  @Field(() => ID, {
    description:
      'Id of what needs approval, such as a run or a publish request. For a CHANGE, the name of the setting or document.',
  })
  declare subjectId: string;
  @Field(() => String, { description: 'One sentence about what needs approval, without the content.' })
  declare title: string;
  @Field(() => GraphQLJSONObject, {
    description:
      'Facts about what needs approval, without the content. The members of the object depend on `subjectKind`.',
  })
  declare facts: Record<string, unknown>;
  @Field(() => Sha256, {
    description: 'SHA-256 of the exact bytes of `payloadText`. Approvers send it with their decision.',
  })
  declare sha256: string;
  @Field(() => String, {
    description: 'Actor that filed the request, e.g. `customer:cus_…`. This actor can’t decide it.',
  })
  declare requestedBy: string;
  declare barred: Opt<string[]>;
  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: 'Version of the publishing policy that set the quorum. Null if no policy did.',
  })
  declare policyVersion: Opt<number | null>;
  @Field(() => Sha256, {
    nullable: true,
    description: 'SHA-256 of the version of the publishing policy that set the quorum. Null if no policy did.',
  })
  declare policySha256: Opt<string | null>;
  declare termsSignature: Opt<Buffer | null>;
  declare termsKeyId: Opt<string | null>;
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the customer that owns the request. Null if no customer does.',
  })
  declare customerId: string | null;
  declare state: Opt<ApprovalState>;
  @Field(() => GraphQLPositiveInt, { description: 'Number of approvals needed. One rejection is final.' })
  declare quorum: Opt<number>;
  @Field(() => GraphQLDateTime, { description: 'Time when the request was filed.' }) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Deadline. If undecided, the request is EXPIRED afterwards.' })
  declare expiresAt: Date;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the current state was reached. Null while PENDING, and for an EXPIRED request until the service has recorded the expiry.',
  })
  declare decidedAt: Date | null;
}
ApprovalSchema.setClass(Approval);

const ApprovalDecisionSchema = defineEntity({
  name: 'ApprovalDecision',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('approvalDecision')),
    approval: () => p.manyToOne(Approval).ref(),
    verdict: p.enum(() => ApprovalVerdict).$type<ApprovalVerdict>(),
    decidedBy: p.string(),
    // Actor who issued the approver’s token. Null if the approver issued it, or has none.
    issuedBy: p.string().nullable(),
    // Kind of credential that the approver used. Null for decisions that were made before this was recorded.
    credentialKind: p
      .enum(() => CredentialKind)
      .$type<CredentialKind>()
      .nullable(),
    reason: p.text().nullable(),
    // Position among the decisions on the request, from 1. Null for decisions that were made before this was recorded.
    position: p.smallint().nullable(),
    // SHA-256 of the content that was decided on.
    sha256: p.string().length(64),
    // SHA-256 of the display that the approver saw. Null if the approver’s request didn’t contain it.
    displayHash: p.string().length(64).nullable(),
    // Signature of the decision by a decision key. Null for decisions that were made before decisions were signed.
    signature: p.blob().nullable(),
    keyId: p.string().length(64).nullable(),
    // Signature with the approver’s passkey. Null for decisions that were made without one.
    passkey: p.json<DecisionPasskey>().nullable(),
    decidedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  uniques: [{ properties: ['approval', 'position'] }],
  indexes: [
    { properties: ['decidedBy', 'approval'] },
    {
      // A person who decided before decisions were signed, on a request that is still pending, decides again.
      name: 'approval_decision_once_index',
      expression: `create unique index "approval_decision_once_index" on "approval_decision" ("approval_id", "decided_by", ("signature" is null))`,
    },
  ],
});

/** Decision of one person on a request. The database refuses updates of decisions. */
@ObjectType({ description: 'Decision of one person on a request for approval. Never changed.' })
export class ApprovalDecision extends ApprovalDecisionSchema.class {
  @Field(() => ApprovalVerdict, { description: 'The decision: approval or rejection.' })
  declare verdict: ApprovalVerdict;
  @Field(() => String, { description: 'Actor who decided, e.g. `operator:admin`.' }) declare decidedBy: string;
  @Field(() => String, {
    nullable: true,
    description:
      'Actor who issued the token that was used to decide. Null if the approver issued it, or without a token.',
  })
  declare issuedBy: Opt<string | null>;
  declare credentialKind: Opt<CredentialKind | null>;
  declare position: Opt<number | null>;
  @Field(() => String, { nullable: true, description: 'Reason in the approver’s words. Null if none was given.' })
  declare reason: string | null;
  @Field(() => Sha256, { description: 'SHA-256 of the content that was decided on: `sha256` of the request.' })
  declare sha256: string;
  @Field(() => Sha256, {
    nullable: true,
    description:
      'SHA-256 of what the approver saw: `displayHash` of the request at that time. Null if the approver didn’t send it.',
  })
  declare displayHash: Opt<string | null>;
  declare signature: Opt<Buffer | null>;
  declare keyId: Opt<string | null>;
  declare passkey: Opt<DecisionPasskey | null>;
  @Field(() => GraphQLDateTime, { description: 'Time of the decision by the database’s clock.' })
  declare decidedAt: Opt<Date>;
}
ApprovalDecisionSchema.setClass(ApprovalDecision);
