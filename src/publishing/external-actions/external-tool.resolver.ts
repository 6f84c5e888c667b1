import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import type { Page } from '../../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../../platform/graphql/schema/connection.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { HOUSE, OutwardTool } from './external-tool.entity.ts';
import { MarkToolOutwardInput, OutwardToolsArgs, UnmarkToolInput } from './external-tool.inputs.ts';
import { OutwardToolConflict } from './external-tool.problems.ts';
import { externalToolPages } from './external-tool.reads.ts';
import type { ExternalToolService } from './external-tool.service.ts';

const OutwardToolConnection = connectionOf(OutwardTool, 'OutwardTool');

const MarkedToolOutward = payloadOf(
  'MarkedToolOutward',
  'Calls of the tool need approval from now on, in other processes within a second.',
  { outwardTool: changed(() => OutwardTool) },
);

const UnmarkedTool = payloadOf(
  'UnmarkedTool',
  'Calls of the tool no longer need approval, unless another `OutwardTool` matches its name.',
  { outwardToolId: field<string>(() => ID, { description: 'Id of the deleted `OutwardTool`.' }) },
);

const MarkToolOutwardResult = resultOf('MarkToolOutward', MarkedToolOutward, [OutwardToolConflict]);
const UnmarkToolResult = resultOf('UnmarkTool', UnmarkedTool, [NotFound]);

@Resolver(() => OutwardTool)
export class ExternalToolResolver {
  readonly #tools: ExternalToolService;

  constructor(tools: ExternalToolService) {
    this.#tools = tools;
  }

  @AccessFor('publishing:read')
  @Query(() => OutwardToolConnection, { description: 'Tools whose calls need approval, newest first.' })
  outwardTools(
    @Args(() => OutwardToolsArgs) args: OutwardToolsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<OutwardTool>> {
    return externalToolPages.read(ctx, args, info);
  }

  @AccessFor('publishing:manage')
  @AfterStepUp()
  @Mutation(() => MarkToolOutwardResult, {
    nullable: true,
    description: 'Makes calls of a tool need approval: a model’s call is withheld and filed as a publish request.',
  })
  async markToolOutward(
    @Arg('input', () => MarkToolOutwardInput) input: MarkToolOutwardInput,
    @Ctx() ctx: Context,
  ): Promise<typeof MarkToolOutwardResult> {
    const result = await this.#tools.mark(ctx, input);
    return result instanceof Problem ? result : new MarkedToolOutward({ outwardTool: result });
  }

  @AccessFor('publishing:manage')
  @AfterStepUp()
  @Mutation(() => UnmarkToolResult, {
    nullable: true,
    description: 'Ends the need for approval of a tool’s calls. They are passed on to the caller again.',
  })
  async unmarkTool(
    @Arg('input', () => UnmarkToolInput) { outwardToolId }: UnmarkToolInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UnmarkToolResult> {
    const result = await this.#tools.unmark(ctx, outwardToolId);
    return result instanceof Problem ? result : new UnmarkedTool({ outwardToolId: result });
  }
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Id of the customer whose calls need approval. Null: the calls of all callers.',
  })
  customerId(@Root() { customerId, markedFor }: OutwardTool & { customerId?: string | null }): string | null {
    // Pages read the value in the same query.
    if (customerId !== undefined) return customerId;
    return markedFor === HOUSE ? null : markedFor;
  }
}
