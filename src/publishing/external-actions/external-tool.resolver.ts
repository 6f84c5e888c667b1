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
import { ExternalTool, SERVICE_WIDE } from './external-tool.entity.ts';
import { ExternalToolsArgs, MarkExternalToolInput, UnmarkExternalToolInput } from './external-tool.inputs.ts';
import { ExternalToolConflict } from './external-tool.problems.ts';
import { externalToolPages } from './external-tool.reads.ts';
import type { ExternalToolService } from './external-tool.service.ts';

const ExternalToolConnection = connectionOf(ExternalTool, 'ExternalTool');

const MarkedExternalTool = payloadOf(
  'MarkedExternalTool',
  'Calls of the tool need approval from now on, in other processes within a second.',
  { externalTool: changed(() => ExternalTool) },
);

const UnmarkedExternalTool = payloadOf(
  'UnmarkedExternalTool',
  'Calls of the tool no longer need approval, unless another `ExternalTool` matches its name.',
  { externalToolId: field<string>(() => ID, { description: 'Id of the deleted `ExternalTool`.' }) },
);

const MarkExternalToolResult = resultOf('MarkExternalTool', MarkedExternalTool, [ExternalToolConflict]);
const UnmarkExternalToolResult = resultOf('UnmarkExternalTool', UnmarkedExternalTool, [NotFound]);

@Resolver(() => ExternalTool)
export class ExternalToolResolver {
  readonly #tools: ExternalToolService;

  constructor(tools: ExternalToolService) {
    this.#tools = tools;
  }

  @AccessFor('publishing:read')
  @Query(() => ExternalToolConnection, { description: 'Tools whose calls need approval, newest first.' })
  externalTools(
    @Args(() => ExternalToolsArgs) args: ExternalToolsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<ExternalTool>> {
    return externalToolPages.read(ctx, args, info);
  }

  @AccessFor('publishing:manage')
  @AfterStepUp()
  @Mutation(() => MarkExternalToolResult, {
    nullable: true,
    description: 'Makes calls of a tool need approval: a model’s call is withheld and filed as a publish request.',
  })
  async markExternalTool(
    @Arg('input', () => MarkExternalToolInput) input: MarkExternalToolInput,
    @Ctx() ctx: Context,
  ): Promise<typeof MarkExternalToolResult> {
    const result = await this.#tools.mark(ctx, input);
    return result instanceof Problem ? result : new MarkedExternalTool({ externalTool: result });
  }

  @AccessFor('publishing:manage')
  @AfterStepUp()
  @Mutation(() => UnmarkExternalToolResult, {
    nullable: true,
    description:
      'Ends the need for approval of a tool’s calls: models’ calls of the tool are passed on to the caller again.',
  })
  async unmarkExternalTool(
    @Arg('input', () => UnmarkExternalToolInput) { externalToolId }: UnmarkExternalToolInput,
    @Ctx() ctx: Context,
  ): Promise<typeof UnmarkExternalToolResult> {
    const result = await this.#tools.unmark(ctx, externalToolId);
    return result instanceof Problem ? result : new UnmarkedExternalTool({ externalToolId: result });
  }
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Id of the customer whose calls need approval. Null: the calls of all callers.',
  })
  customerId(@Root() { customerId, markedFor }: ExternalTool & { customerId?: string | null }): string | null {
    // Lists of tools read the customer id in their own query.
    if (customerId !== undefined) return customerId;
    return markedFor === SERVICE_WIDE ? null : markedFor;
  }
}
