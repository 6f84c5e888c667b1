import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { DeedOutcome } from '../platform/audit/audit.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';

import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { CredentialKind, type PrincipalKind, principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { ProblemCode } from '../platform/graphql/schema/problem.ts';

describeEnum(DeedOutcome, 'DeedOutcome', 'Outcome of an action.', {
  DONE: 'The action was done, or had no effect because the state was already as requested.',
  REFUSED: 'Nothing was changed. `code` has the reason, such as a missing permission or an invalid value.',
});

@ObjectType({ description: 'One value before and after. Of secrets, of content and of long texts there is none here.' })
export class AuditChange {
  @Field(() => ID, { description: 'Of what it is a value of.' }) readonly subjectId!: string;
  @Field(() => String, { description: 'Which value of it, e.g. `roles`.' }) readonly field!: string;
  @Field(() => GraphQLJSON, { nullable: true, description: 'Null where there was none.' }) readonly before!: unknown;
  @Field(() => GraphQLJSON, { nullable: true, description: 'Null where there is none.' }) readonly after!: unknown;
}

@ObjectType({ implements: Node, description: 'What somebody did or tried. It is never changed.' })
export class AuditEntry implements Node {
  @Field(() => ID) readonly id!: string;
  @Field(() => String, { description: 'Who, e.g. `operator:op_…`.' }) readonly actor!: string;
  @Field(() => principalKinds.values, { description: 'What that one is.' }) readonly actorKind!: PrincipalKind;
  @Field(() => String, { nullable: true, description: 'For whom, where that is another.' })
  readonly onBehalfOf!: string | null;
  @Field(() => CredentialKind, { nullable: true, description: 'What was shown. Null: nothing.' })
  readonly credentialKind!: CredentialKind | null;
  @Field(() => String, {
    nullable: true,
    description: 'Of what was shown: of a session, a token, a key. Never the secret.',
  })
  readonly credentialId!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Who has issued it, where that is another than who it stands for.',
  })
  readonly credentialIssuedBy!: string | null;
  @Field(() => String, { description: 'A mutation’s name, or what else was done, e.g. `signIn`.' })
  readonly action!: string;
  @Field(() => DeedOutcome, { description: 'Whether it holds.' }) readonly outcome!: DeedOutcome;
  @Field(() => ProblemCode, { nullable: true, description: 'Why it was refused. Null where it was not.' })
  readonly code!: string | null;
  @AtMost(100)
  @Field(() => [ID], { description: 'Of what it was done to, the first hundred: settings by their names.' })
  readonly subjectIds!: string[];
  @AtMost(100)
  @Field(() => [AuditChange], {
    description: 'The first hundred. Empty where there is nothing that may be told, and once it was erased.',
  })
  readonly changes!: AuditChange[];
  @Field(() => String, {
    nullable: true,
    description:
      'From where: no address, but the network that it is in, /24 of IPv4 and /48 of IPv6. Null for work of the service, and once it was erased.',
  })
  readonly network!: string | null;
  @Field(() => String, { description: 'Of the request, as it stands in its answer and in the log.' })
  readonly requestId!: string;
  @Field(() => GraphQLDateTime, { description: 'By the clock of the database.' }) readonly happenedAt!: Date;
}
