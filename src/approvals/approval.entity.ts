import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLJSONObject, GraphQLPositiveInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { CredentialKind } from '../platform/auth/principal.ts';
import { DeclaredEnum } from '../platform/graphql/schema/declared-enum.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { newId } from '../platform/ids.ts';
import { ApprovalState, Verdict } from './approval.states.ts';

export { ApprovalState, Verdict } from './approval.states.ts';

/** Kinds of subjects. Each feature declares its own by declaration merging and `approvalSubjects`. */
export interface ApprovalSubjects {
  CHANGE: true;
}

export type ApprovalSubject = keyof ApprovalSubjects;

export const approvalSubjects = new DeclaredEnum<ApprovalSubject>(
  'ApprovalSubject',
  'Kind of subject that needs approval.',
);
approvalSubjects.declare(
  'CHANGE',
  3,
  'A change of a setting or of a document such as the routing policy. `subjectId` names it, e.g. `ROUTING_POLICY`.',
);

describeEnum(
  ApprovalState,
  'ApprovalState',
  'State of a request for approval. All but PENDING are final, except that APPROVED can become REVOKED.',
  {
    EXPIRED: 'It expired before enough operators decided. It counts as not approved.',
    CANCELED: 'The requester canceled it.',
    SUPERSEDED: 'Another request replaced it, or the state that it was based on has changed. File a new request.',
    REVOKED: 'It was approved, and revoked before it was used.',
  },
);

describeEnum(Verdict, 'Verdict', 'Decision of an operator.');

const ApprovalSchema = defineEntity({
  name: 'Approval',
  properties: {
    id: p.string().primary(),
    subjectKind: p.enum(() => approvalSubjects.items()).$type<ApprovalSubject>(),
    subjectId: p.string(),
    title: p.text(),
    facts: p.json<Record<string, unknown>>(),
    // Of the bytes of the payload as they were handed in.
    sha256: p.string().length(64),
    // Those bytes, encrypted for this id. Null once they are let go of.
    payload: p.blob().nullable().lazy(),
    askedBy: p.string(),
    // Actors who never decide it: who asks, whose work that is, and who has asked for what it takes the place of.
    barred: p.array().default([]),
    customerId: p.string().nullable(),
    // Of the policy that says how many have to approve it; null where none does.
    policyVersion: p.integer().nullable(),
    policySha256: p.string().length(64).nullable(),
    state: p
      .enum(() => ApprovalState)
      .$type<ApprovalState>()
      .default(ApprovalState.PENDING),
    // How many have to approve it. One who rejects it is enough.
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
    { properties: ['askedBy', 'id'] },
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

/** Something that waits for a person's word, or has it. */
@ObjectType({
  implements: Node,
  description: 'Something that is held until a person approves it, bound to the digest of its exact bytes.',
})
export class Approval extends ApprovalSchema.class implements Node {
  @Field(() => ID) declare id: string;
  @Field(() => approvalSubjects.values, { description: 'Kind of subject that needs approval.' })
  declare subjectKind: ApprovalSubject;
  @Field(() => ID, { description: 'Of what approval is asked for.' }) declare subjectId: string;
  @Field(() => String, { description: 'What approval is asked for, in a sentence.' }) declare title: string;
  @Field(() => GraphQLJSONObject, {
    description: 'What is known of it, without its content. Kinds have facts of their own.',
  })
  declare facts: Record<string, unknown>;
  @Field(() => Sha256, { description: 'Of the exact bytes of `payloadText`. Who decides names it.' })
  declare sha256: string;
  @Field(() => String, { description: 'Who asks, e.g. `customer:cus_…`. That one does not decide.' })
  declare askedBy: string;
  declare barred: Opt<string[]>;
  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: 'The version of the policy that it is asked for under. Null where there is none.',
  })
  declare policyVersion: Opt<number | null>;
  @Field(() => Sha256, {
    nullable: true,
    description: 'SHA-256 of the version of the policy. Null when no policy applied.',
  })
  declare policySha256: Opt<string | null>;
  @Field(() => ID, { nullable: true, description: 'Id of the customer that owns it. Null when the service owns it.' })
  declare customerId: string | null;
  declare state: Opt<ApprovalState>;
  @Field(() => GraphQLPositiveInt, { description: 'How many have to approve it. One who rejects it is enough.' })
  declare quorum: Opt<number>;
  @Field(() => GraphQLDateTime) declare createdAt: Opt<Date>;
  @Field(() => GraphQLDateTime, { description: 'Undecided by then, it is EXPIRED.' }) declare expiresAt: Date;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When its state became what it is. Null while PENDING.',
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
    verdict: p.enum(() => Verdict).$type<Verdict>(),
    decidedBy: p.string(),
    // The actor who has given them what they decide with, where that is another.
    issuedBy: p.string().nullable(),
    // Null for what was decided before this was written down.
    credentialKind: p
      .enum(() => CredentialKind)
      .$type<CredentialKind>()
      .nullable(),
    reason: p.text().nullable(),
    // From 1 on, in the order in which they were made. Null for what was decided before this was written down.
    position: p.smallint().nullable(),
    // Of what they decided about.
    sha256: p.string().length(64),
    // Of the description that they were shown. Null where it was decided without saying which.
    displayHash: p.string().length(64).nullable(),
    decidedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  uniques: [{ properties: ['approval', 'decidedBy'] }, { properties: ['approval', 'position'] }],
  indexes: [{ properties: ['decidedBy', 'approval'] }],
});

/** What one person has decided. Never changed: the database refuses it. */
@ObjectType({ description: 'What one person has decided. It is never changed.' })
export class ApprovalDecision extends ApprovalDecisionSchema.class {
  @Field(() => Verdict, { description: 'What they said.' }) declare verdict: Verdict;
  @Field(() => String, { description: 'Who, e.g. `operator:admin`.' }) declare decidedBy: string;
  @Field(() => String, {
    nullable: true,
    description: 'Who has issued the token that they decided with, where that is somebody else.',
  })
  declare issuedBy: Opt<string | null>;
  declare credentialKind: Opt<CredentialKind | null>;
  declare position: Opt<number | null>;
  @Field(() => String, { nullable: true, description: 'In their words.' }) declare reason: string | null;
  @Field(() => Sha256, { description: 'Of what they decided about: `sha256` of the request.' }) declare sha256: string;
  @Field(() => Sha256, {
    nullable: true,
    description:
      'Of the description that they were shown: `displayHash` of the request at that moment. Null where it was decided without saying what was shown.',
  })
  declare displayHash: Opt<string | null>;
  @Field(() => GraphQLDateTime, { description: 'By the clock of the database.' }) declare decidedAt: Opt<Date>;
}
ApprovalDecisionSchema.setClass(ApprovalDecision);
