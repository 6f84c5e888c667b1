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
  'Ranking of eligible deployments, instead of the order in the policy. Deployments for accounts that have reached their soft cap stay first, and the engine of this service stays last.',
  {
    COST: 'Lowest maximum cost of the call first; unknown costs last.',
    LATENCY:
      'Shortest median time to the first token first, over the last five minutes. Deployments with too few calls come last.',
  },
);
export type RoutingPreference = keyof typeof RoutingPreference;

describeEnum(CredentialSource, 'CredentialSource', 'Owner of the key or server that a call uses.', {
  SERVICE: 'A key of this service.',
  CUSTOMER: 'A key or server of the customer, who pays for it. A failure never falls back to a key of this service.',
  SANDBOX: 'No key: the answer is simulated, and nothing leaves the process.',
  EMBEDDED: 'No key: the engine of this service draws the picture, and nothing leaves the process.',
});
describeEnum(CandidateReason, 'CandidateReason', 'Reason why a deployment was chosen or rejected.', {
  TAKEN: 'Chosen: the deployment is called first.',
  FALLBACK: 'Fallback: called if the deployments before it fail.',
  GATE_CLOSED:
    'The deployment is eligible, but the task has a gate (a condition such as an approval) that this service can’t open yet.',
  INPUT_TOO_LARGE:
    'The input exceeds the deployment’s maximum, or input and output together exceed its context length.',
  OUTPUT_TOO_LARGE: 'The requested output exceeds the deployment’s limit.',
  DATA_CLASS: 'The text must not be sent to a hosted provider, and this deployment runs at one.',
  SEARCHES_WEB:
    'The deployment searches the web with the text of the request, and requests with documents are never sent to one.',
  PLAN: 'The plan of the account does not include the task. Or the deployment needs the customer’s own key or server, and the plan does not include those.',
  NO_KEY: 'No key is set for the provider.',
  OWN_KEY_FAILING: 'The provider refuses the customer’s own key.',
  OWN_KEY_ONLY: 'The customer has an own key for the task, so the key of the service is not used.',
  NO_OWN_SERVER: 'The customer has not configured an own server.',
  BREAKER_OPEN: 'The deployment is paused, because recent calls failed too often.',
  RATE_LIMITED: 'The provider answered 429 and does not accept requests again yet.',
  KEY_REFUSED: 'The provider refuses the key of the service. A check of the key confirmed it.',
  PRICE_UNKNOWN: 'The deployment’s price is unknown, and the account has a hard limit.',
  TOO_DEAR: 'The worst-case cost of the call exceeds the rest of the hard limit.',
  LIMIT_RESERVED: 'Calls in progress have reserved the rest of the hard limit.',
  NO_TOOLS: 'The request has tools, which the deployment does not support.',
  NO_OUTPUT_SCHEMA: 'The request has a schema for the answer, which the deployment does not support.',
  SIZE_NOT_TAKEN: 'The deployment does not draw pictures of about the requested size and aspect ratio.',
  COUNT_NOT_TAKEN: 'The deployment draws fewer pictures in one call than were requested.',
  NOT_COVERED: 'The engine of this service can’t draw all of this brief, so it can’t replace a model.',
  NOT_FOR_STRANGERS:
    'Callers without the permission `tasks:run` get only pictures that the engine of this service draws.',
  NOT_IN_RULE:
    'The routing policy does not use the deployment for this task, or only once the soft cap is reached; the slot of the task does not have it; or it has another kind of output.',
  NOT_IN_CATALOGUE: 'The routing policy names the deployment, but the catalogue does not have it any more.',
});
describeEnum(RoutingRefusal, 'RoutingRefusalCode', 'Reason why no deployment can take a request.', {
  GATE_CLOSED: 'The task has a condition that can’t be met, such as an approval. Error code: CAPABILITY_NOT_AVAILABLE.',
  CONTEXT_LENGTH_EXCEEDED:
    'The input or the maximum output is too long for the deployments of the task. Error code: CONTEXT_LENGTH_EXCEEDED.',
  NO_DEPLOYMENT: 'No deployment is available. Error code: NO_PROVIDER_AVAILABLE.',
  UNSUPPORTED:
    'The task does not support the tools, the schema or the pictures of the request. Error code: INPUT_INVALID.',
  PLAN: 'The plan of the account does not include the task. Error code: PLAN_NOT_SUFFICIENT.',
  HARD_LIMIT: 'The worst-case cost exceeds the rest of the hard limit. Error code: BUDGET_EXCEEDED.',
  PRICE_UNKNOWN:
    'The account has a hard limit, and the prices of the deployments are unknown. An operator can publish a price. Error code: PRICE_UNKNOWN.',
  LIMIT_RESERVED:
    'Calls in progress have reserved the rest of the hard limit. Retry when they have finished. Error code: LIMIT_RESERVED.',
});

/** Maximum candidates: the deployments of a slot, and those that a policy names in addition. */
const MOST_CANDIDATES = 30;

@ObjectType({
  description: 'A deployment that was considered for a request, and the reason why it was chosen or rejected.',
})
export class RoutingCandidate {
  @Field(() => String, { description: 'Provider and model, e.g. `openai/gpt-6.1-sol`.' })
  readonly deployment!: string;

  @Field(() => CandidateReason, { description: 'Reason code.' })
  readonly reason!: CandidateReason;

  @Field(() => String, {
    description:
      'Reason why the deployment was chosen or rejected, as a sentence with figures. The wording may change; the reason code doesn’t.',
  })
  readonly sentence!: string;

  @Field(() => CredentialSource, {
    nullable: true,
    description:
      'Owner of the provider key or server that a call to this deployment would use. Null if there is no key for such a call, or if `reason` is NOT_IN_RULE or NOT_IN_CATALOGUE.',
  })
  readonly credentialSource!: CredentialSource | null;

  @Field(() => GraphQLSafeInt, {
    name: 'maxCostMicros',
    // The member of a decision is `mostMicros`. The default resolver would look for `maxCostMicros`.
    simple: false,
    nullable: true,
    description:
      'Maximum cost of the call at this deployment, in micros of USD. Calculated from its price even if the sandbox answers. Null if the price is unknown, or the slot of the task doesn’t have the deployment.',
  })
  readonly mostMicros!: number | null;

  @Field(() => RetentionView, {
    nullable: true,
    description:
      'Data that the provider keeps of a request sent to this deployment with the key of `credentialSource`. Null in the record of a run, and if the catalogue doesn’t have the deployment.',
  })
  readonly retention?: Retention | null;
}

@ObjectType('RoutingRefusal', { description: 'Reason why no deployment can take a request.' })
class RoutingRefusalView {
  @Field(() => RoutingRefusal, { description: 'Reason code.' })
  readonly code!: RoutingRefusal;

  @Field(() => String, { description: 'Sentence with the reason and what to do.' })
  readonly sentence!: string;
}

@ObjectType({
  description:
    'Deployments chosen for a request, with every candidate. The same policy, catalogue, request and state of the service give the same decision.',
})
export class RoutingDecision {
  @Field(() => Int, { description: 'Version of the routing policy that decided.' })
  readonly policyVersion!: number;

  @Field(() => Sha256, { description: 'SHA-256 of the policy document.' })
  readonly policySha256!: string;

  @Field(() => Int, { description: 'Version of the catalogue that was used.' })
  readonly catalogueVersion!: number;

  @Field(() => Sha256, { description: 'SHA-256 of the catalogue document.' })
  readonly catalogueSha256!: string;

  @Field(() => String, { description: 'Name of the task, e.g. `human-phrasing/warm-tone`.' })
  readonly task!: string;

  @Field(() => Int, { description: 'Version of the task.' })
  readonly taskVersion!: number;

  @Field(() => String, { description: 'Slot that the deployments come from.' })
  readonly slot!: string;

  @Field(() => DataClass, { description: 'Where the text of the task may be processed.' })
  readonly dataClass!: DataClass;

  @AtMost(MOST_CANDIDATES)
  @Field(() => [RoutingCandidate], {
    description: 'All candidates: those of the policy in its order, then the others of the slot.',
  })
  readonly candidates!: readonly Candidate[];

  @Field(() => [String], {
    description: 'Deployments to call, in this order. Empty if the task can’t run; `refusal` has the reason.',
  })
  readonly path!: readonly string[];

  @Field(() => RoutingRefusalView, {
    nullable: true,
    description: 'Reason why the task can’t run. Null if `path` isn’t empty.',
  })
  readonly refusal!: Decision['refusal'];

  @Field(() => Boolean, { description: 'True if the account’s spending and reservations have reached its soft cap.' })
  readonly isPastSoftCap!: boolean;

  @Field(() => Boolean, {
    description: 'True if another deployment is called first because the account has reached its soft cap.',
  })
  readonly isMovedByCap!: boolean;

  @Field(() => Boolean, { description: 'True if a person must review the answer before an end customer sees it.' })
  readonly isNotFinal!: boolean;

  @Field(() => Boolean, {
    description: 'True if the sandbox answers instead of a model, for all deployments of `path`.',
  })
  readonly isSimulated!: boolean;
}
