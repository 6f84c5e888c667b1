import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { DataClass, type Retention, RetentionView } from '../../models/index.ts';
import { describeEnum, graphEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Sha256 } from '../../platform/graphql/schema/scalars.ts';
import { CredentialSource } from '../../providers/index.ts';
import { type Candidate, CandidateReason, type Decision, RoutingRefusal } from './decision.ts';

export const RoutingPreference = graphEnum(
  'RoutingPreference',
  'What counts among the deployments that nothing speaks against, in the place of the policy’s order.',
  {
    COST: 'The one first that costs least at the most.',
    LATENCY: 'The one first that answered soonest in the last minutes.',
  },
);
export type RoutingPreference = keyof typeof RoutingPreference;

describeEnum(CredentialSource, 'CredentialSource', 'Whose key a call shows.', {
  SERVICE: 'This service’s.',
  CUSTOMER: 'The customer’s own, which pays at the provider, and no other in its place.',
  SANDBOX: 'None: the answer is simulated, and nothing leaves the process.',
  EMBEDDED: 'None: the engine of this service draws, and nothing leaves it.',
});
describeEnum(CandidateReason, 'CandidateReason', 'Why a deployment is taken or not.', {
  TAKEN: 'It is called first.',
  FALLBACK: 'It stands in if those before it fail.',
  GATE_CLOSED: 'Nothing speaks against it but the task’s gate.',
  INPUT_TOO_LARGE: 'Input, or input and output together, are more than it takes.',
  OUTPUT_TOO_LARGE: 'More output is asked for than it gives.',
  DATA_CLASS: 'The text must not leave the customer’s own server.',
  PLAN: 'The account’s plan does not have it.',
  NO_KEY: 'There is no key for its provider.',
  OWN_KEY_FAILING: 'Its provider refuses the customer’s own key.',
  OWN_KEY_ONLY: 'The customer has a key of its own for the task, so the service’s is not taken.',
  NO_OWN_SERVER: 'The customer has named no server of its own.',
  BREAKER_OPEN: 'It has failed too often just now.',
  RATE_LIMITED: 'Its provider answered 429 and named a time that is not over.',
  KEY_REFUSED: 'Its provider refuses the service’s key, as a check of the key has confirmed.',
  PRICE_UNKNOWN: 'Nobody knows what it costs, and there is a hard limit.',
  TOO_DEAR: 'It may cost more than is left under the hard limit.',
  LIMIT_RESERVED: 'Calls under way have reserved what is left under the hard limit.',
  NO_TOOLS: 'It takes no tools.',
  NO_OUTPUT_SCHEMA: 'It takes no schema for its answer.',
  SIZE_NOT_TAKEN: 'It draws no picture of about this size and shape.',
  COUNT_NOT_TAKEN: 'It gives fewer pictures for one call.',
  NOT_COVERED: 'The engine of this service would draw something else, and never does so in the place of a model.',
  NOT_FOR_STRANGERS: 'For strangers the engine of this service draws, and nobody else.',
  NOT_IN_RULE: 'The policy does not name it here, or the slot does not have it.',
  NOT_IN_CATALOGUE: 'The policy names it, the catalogue has it no more.',
});
describeEnum(RoutingRefusal, 'RoutingRefusalCode', 'Why a request leads nowhere.', {
  GATE_CLOSED: 'The task stands behind a gate that is closed: CAPABILITY_NOT_AVAILABLE.',
  CONTEXT_LENGTH_EXCEEDED: 'Larger than the task takes: CONTEXT_LENGTH_EXCEEDED.',
  NO_DEPLOYMENT: 'Nobody is there who could take it: NO_PROVIDER_AVAILABLE.',
  UNSUPPORTED: 'The task takes no tools, no schema, or no pictures like these: INPUT_INVALID.',
  PLAN: 'Another plan has it: PLAN_NOT_SUFFICIENT.',
  HARD_LIMIT: 'The money may not suffice: BUDGET_EXCEEDED.',
  PRICE_UNKNOWN:
    'The account has a hard limit, and no price is known for the deployments: PRICE_UNKNOWN. An operator publishes one.',
  LIMIT_RESERVED: 'Calls under way have reserved the rest of the hard limit: LIMIT_RESERVED. It can be retried.',
});

/** A slot's deployments, and what a policy may name beside them. */
const MOST_CANDIDATES = 30;

@ObjectType({ description: 'A deployment that was considered, and what came of it.' })
export class RoutingCandidate {
  @Field(() => String, { description: 'Provider and model, e.g. `openai/gpt-6.1-sol`.' })
  readonly deployment!: string;

  @Field(() => CandidateReason, { description: 'In a word.' })
  readonly reason!: CandidateReason;

  @Field(() => String, { description: 'The same in a sentence, with its figures. May change; the reason will not.' })
  readonly sentence!: string;

  @Field(() => CredentialSource, { nullable: true, description: 'Whose key it would be called with. Null for none.' })
  readonly credentialSource!: CredentialSource | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'The most that the call can cost there, in micros of USD, at its price even where the sandbox answers. Null where nobody knows.',
  })
  readonly mostMicros!: number | null;

  @Field(() => RetentionView, {
    nullable: true,
    description:
      'What is kept of the request there, for the key it would be called with. Null in the record of a run, and where the catalogue does not have the deployment.',
  })
  readonly retention?: Retention | null;
}

@ObjectType({ description: 'Why a request leads nowhere.' })
class RoutingRefusalView {
  @Field(() => RoutingRefusal, { description: 'In a word.' })
  readonly code!: RoutingRefusal;

  @Field(() => String, { description: 'What happened and what to do.' })
  readonly sentence!: string;
}

@ObjectType({
  description:
    'Where a request goes, with everything that was considered. The same policy, catalogue and moment give it again.',
})
export class RoutingDecision {
  @Field(() => Int, { description: 'Of the routing policy that decided.' })
  readonly policyVersion!: number;

  @Field(() => Sha256, { description: 'Of that policy’s document.' })
  readonly policySha256!: string;

  @Field(() => Int, { description: 'Of the catalogue.' })
  readonly catalogueVersion!: number;

  @Field(() => Sha256, { description: 'Of that catalogue’s document.' })
  readonly catalogueSha256!: string;

  @Field(() => String, { description: 'The task’s name.' })
  readonly task!: string;

  @Field(() => Int, { description: 'Of the task.' })
  readonly taskVersion!: number;

  @Field(() => String, { description: 'The slot that its deployments come from.' })
  readonly slot!: string;

  @Field(() => DataClass, { description: 'Where the text may go.' })
  readonly dataClass!: DataClass;

  @AtMost(MOST_CANDIDATES)
  @Field(() => [RoutingCandidate], { description: 'Everything that was considered, in the order of the policy.' })
  readonly candidates!: readonly Candidate[];

  @Field(() => [String], {
    description: 'Deployments to try, in this order. Empty where the task cannot be run: `refusal` says why.',
  })
  readonly path!: readonly string[];

  @Field(() => RoutingRefusalView, { nullable: true, description: 'Null where there is a path.' })
  readonly refusal!: Decision['refusal'];

  @Field(() => Boolean, { description: 'Whether the account has spent or set aside what its soft cap says.' })
  readonly isPastSoftCap!: boolean;

  @Field(() => Boolean, { description: 'Whether the soft cap has moved the call to the slot’s cheaper deployment.' })
  readonly isMovedByCap!: boolean;

  @Field(() => Boolean, { description: 'Whether a person has to look at the answer before an end customer sees it.' })
  readonly isNotFinal!: boolean;

  @Field(() => Boolean, { description: 'Whether the sandbox answers: all of the path or none of it.' })
  readonly isSimulated!: boolean;
}
