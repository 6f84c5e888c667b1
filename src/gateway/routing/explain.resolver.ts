import { GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { TaskGate, TaskLabel } from '../../models/index.ts';
import { AccessForEveryone } from '../../platform/auth/access.ts';
import type { Context } from '../../platform/context.ts';
import { withRetention } from './candidate-retention.ts';
import { ExplainRouteInput } from './explain.inputs.ts';
import type { ExplainedRoute, RouteExplainer } from './route-explainer.ts';
import { RoutingDecision } from './routing.types.ts';

@ObjectType({
  description:
    'Routing decision for a request that isn’t run. No provider was called, and nothing was spent or reserved.',
})
class RouteExplanation {
  @Field(() => RoutingDecision, { description: 'Decision that a call would get now, under the assumptions.' })
  readonly decision: ExplainedRoute['decision'];

  @Field(() => Int, {
    description:
      'Assumed input tokens of the request, with the task’s instructions: `inputTokens` as sent, or calculated from `characters` or `text`.',
  })
  readonly inputTokens: number;

  @Field(() => Int, {
    description:
      'Assumed maximum output tokens of the request: `maxOutputTokens` as sent, or the default of the task. 0 for image tasks.',
  })
  readonly maxOutputTokens: number;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Maximum cost of the call at any deployment of the path, in micros of USD; with an own key, the cost at its provider. 0 if the sandbox answers. Null if a price is unknown or the path is empty.',
  })
  readonly maxCostMicros: number | null;

  @Field(() => [TaskGate], { description: 'Conditions that must be met before the output is released.' })
  readonly gates: readonly TaskGate[];

  @Field(() => Boolean, {
    description: 'True if the call would run and be charged, and its output held until a person approves it.',
  })
  readonly isHeld: boolean;

  @Field(() => [TaskLabel], { description: 'Labels of the task’s answers.' })
  readonly labels: readonly TaskLabel[];

  @Field(() => Boolean, {
    description: 'True if the decision rests on assumptions, as it always does for callers who can’t run tasks.',
  })
  readonly isAssumed: boolean;

  @Field(() => Boolean, { description: 'True if the caller’s key allows this task, or no key was sent.' })
  readonly isForThisKey: boolean;

  constructor({ decision, catalogue, task, request, maxCostMicros, isAssumed, isForThisKey }: ExplainedRoute) {
    this.decision = { ...decision, candidates: withRetention(decision, catalogue) };
    this.inputTokens = request.inputTokens;
    this.maxOutputTokens = request.maxOutputTokens;
    this.maxCostMicros = maxCostMicros;
    this.gates = task.gates;
    this.isHeld = decision.path.length > 0 && task.gates.includes(TaskGate.APPROVAL);
    this.labels = task.labels;
    this.isAssumed = isAssumed;
    this.isForThisKey = isForThisKey;
  }
}

@Resolver()
export class ExplainResolver {
  readonly #explainer: RouteExplainer;

  constructor(explainer: RouteExplainer) {
    this.#explainer = explainer;
  }

  @AccessForEveryone()
  @Query(() => RouteExplanation, {
    description:
      'Decides where a request would go and why, without calling a provider or spending anything. Uses the current plan, keys, limits and outages, except those in `assumptions`.',
  })
  async explainRoute(
    @Arg('input', () => ExplainRouteInput) input: ExplainRouteInput,
    @Ctx() ctx: Context,
  ): Promise<RouteExplanation> {
    return new RouteExplanation(await this.#explainer.explain(ctx, input));
  }
}
