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
  description: 'Where a request would go, and why. Nobody was called, and nothing was spent or set aside.',
})
class RouteExplanation {
  @Field(() => RoutingDecision, { description: 'The same as a call would meet at this moment.' })
  readonly decision: ExplainedRoute['decision'];

  @Field(() => Int, { description: 'Tokens of input that it was decided for.' })
  readonly inputTokens: number;

  @Field(() => Int, { description: 'The most of output that it was decided for.' })
  readonly maxOutputTokens: number;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'The most that the call can cost, in micros of USD, wherever on the path it ends: so much would be set aside. Null where nobody knows, and where there is no path.',
  })
  readonly mostMicros: number | null;

  @Field(() => [TaskGate], { description: 'What the task stands behind.' })
  readonly gates: readonly TaskGate[];

  @Field(() => Boolean, {
    description: 'Whether the call would be made and paid, and what it says held until a person approves it.',
  })
  readonly isHeld: boolean;

  @Field(() => [TaskLabel], { description: 'What the answer would say of itself.' })
  readonly labels: readonly TaskLabel[];

  @Field(() => Boolean, { description: 'Whether something was taken as so that need not be, as for every stranger.' })
  readonly isSupposed: boolean;

  @Field(() => Boolean, { description: 'Whether the key that was shown is for this task; true without one.' })
  readonly isForThisKey: boolean;

  constructor({ decision, catalogue, task, request, mostMicros, isSupposed, isForThisKey }: ExplainedRoute) {
    this.decision = { ...decision, candidates: withRetention(decision, catalogue) };
    this.inputTokens = request.inputTokens;
    this.maxOutputTokens = request.maxOutputTokens;
    this.mostMicros = mostMicros;
    this.gates = task.gates;
    this.isHeld = decision.path.length > 0 && task.gates.includes(TaskGate.APPROVAL);
    this.labels = task.labels;
    this.isSupposed = isSupposed;
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
      'Says where a request would go and why, without calling anybody or spending anything. As the caller stands, or as it would stand under suppositions.',
  })
  async explainRoute(
    @Arg('input', () => ExplainRouteInput) input: ExplainRouteInput,
    @Ctx() ctx: Context,
  ): Promise<RouteExplanation> {
    return new RouteExplanation(await this.#explainer.explain(ctx, input));
  }
}
