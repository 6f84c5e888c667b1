import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { AuditOutcome } from '../platform/audit/audit.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { CredentialKind, type PrincipalKind, principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { ProblemCode } from '../platform/graphql/schema/problem.ts';

describeEnum(AuditOutcome, 'AuditOutcome', 'Outcome of an action.', {
  DONE: 'The action was done, or had no effect because the state was already as requested.',
  REFUSED: 'Nothing was changed. `code` has the reason, such as a missing permission or an invalid value.',
});

@ObjectType({
  description: 'A value that an action changed, before and after it. Secrets, content and long texts are left out.',
})
export class AuditChange {
  @Field(() => ID, { description: 'Id of the changed object.' }) readonly subjectId!: string;
  @Field(() => String, { description: 'Name of the changed value, e.g. `roles`.' }) readonly field!: string;
  @Field(() => GraphQLJSON, { nullable: true, description: 'Value before the action. Null if nothing was set.' })
  readonly before!: unknown;
  @Field(() => GraphQLJSON, { nullable: true, description: 'Value after the action. Null if nothing is set any more.' })
  readonly after!: unknown;
}

@ObjectType('AuditEntry', {
  implements: Node,
  description:
    'Record of an action that was done or refused. Never changed, except that personal data in it is erased, and the entry deleted, when the retention periods in the settings end.',
})
export class AuditEntryNode implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) readonly id!: string;
  @Field(() => String, { description: 'Actor of the action, e.g. `operator:op_…`.' }) readonly actor!: string;
  @Field(() => principalKinds.values, { description: 'Kind of the actor.' }) readonly actorKind!: PrincipalKind;
  @Field(() => String, {
    nullable: true,
    description: 'Actor on whose behalf the action was done. Null if the actor acted for itself.',
  })
  readonly onBehalfOf!: string | null;
  @Field(() => CredentialKind, {
    nullable: true,
    description: 'Kind of the credential that was used. Null without a credential.',
  })
  readonly credentialKind!: CredentialKind | null;
  @Field(() => String, {
    nullable: true,
    description: 'Id of the session, token or key that was used, never its secret. Null without a credential.',
  })
  readonly credentialId!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Actor who issued the credential. Null if the actor issued it, or without a credential.',
  })
  readonly credentialIssuedBy!: string | null;
  @Field(() => String, {
    description:
      'Name of the action: a mutation, or another such as `signIn`. Entries keep the name that the action had when it was done.',
  })
  readonly action!: string;
  @Field(() => AuditOutcome, { description: 'Outcome of the action.' }) readonly outcome!: AuditOutcome;
  @Field(() => ProblemCode, {
    nullable: true,
    description: 'Code of the problem because of which the action was refused. Null if it wasn’t.',
  })
  readonly code!: string | null;
  @AtMost(100)
  @Field(() => [ID], {
    description: 'Ids of the objects that the action was about, at most 100. Settings are given by name.',
  })
  readonly subjectIds!: string[];
  @AtMost(100)
  @Field(() => [AuditChange], {
    description: 'Changed values, at most 100. Empty if none can be shown, and after they were erased.',
  })
  readonly changes!: AuditChange[];
  @Field(() => String, {
    nullable: true,
    description:
      'Network of the caller: /24 of IPv4 or /48 of IPv6, never the full address. Null for work of the service, if unknown, and after it was erased.',
  })
  readonly network!: string | null;
  @Field(() => String, { description: 'Id of the request, as in its response and in the server log.' })
  readonly requestId!: string;
  @Field(() => GraphQLDateTime, { description: 'Time of the action by the database’s clock.' })
  readonly happenedAt!: Date;
}
