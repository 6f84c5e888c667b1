import { Arg, Ctx, Field, ID, InputType, Mutation, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../../platform/auth/access.ts';
import { can } from '../../platform/auth/principal.ts';
import { AfterStepUp } from '../../platform/auth/step-up.ts';
import type { Context } from '../../platform/context.ts';
import { entityFinder } from '../../platform/graphql/reads/loaded-nodes.ts';
import { resultOf } from '../../platform/graphql/schema/mutation-result.ts';
import { changed, field, payloadOf } from '../../platform/graphql/schema/payload.ts';
import { NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { TestedCredential } from '../keys/provider-key.resolver.ts';
import { OwnServer } from './own-server.entity.ts';
import type { OwnServerService } from './own-server.service.ts';

@InputType({ description: 'Server with OpenAI’s protocol, such as vLLM or Ollama.' })
class SetOwnServerInput {
  @Field(() => String, {
    description:
      'Base URL, such as `https://llm.example.org/v1`. Public addresses must use https. Private addresses must be allowed by the operator.',
  })
  baseUrl!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Key of the server. Stored encrypted; only its last four characters are shown again. Omit it if the server needs none.',
  })
  key?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the text model. Default: the catalogue’s name.' })
  model?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the image model. Omit it if the server has none; images then use other deployments.',
  })
  imageModel?: string | null;
}

@InputType({ description: 'Own server to delete.' })
class DeleteOwnServerInput {
  @Field(() => ID, { description: 'Id of the server.' }) ownServerId!: string;
}

@InputType({ description: 'Own server to test.' })
class TestOwnServerInput {
  @Field(() => ID, { description: 'Id of the server.' }) ownServerId!: string;
}

const StoredOwnServer = payloadOf(
  'StoredOwnServer',
  'The server is used from now on, by all processes within a second. The previous one was deleted with its key.',
  { ownServer: changed(() => OwnServer) },
);

const DeletedOwnServer = payloadOf(
  'DeletedOwnServer',
  'The server was deleted. All processes stop calling it within a second.',
  { ownServerId: field<string>(() => ID, { description: 'Id of the deleted server.' }) },
);

const SetOwnServerResult = resultOf('SetOwnServer', StoredOwnServer);
const DeleteOwnServerResult = resultOf('DeleteOwnServer', DeletedOwnServer, [NotFound]);
const TestOwnServerResult = resultOf('TestOwnServer', TestedCredential, [NotFound]);

/** Finds a server that the caller can see. */
const findOwnServer = entityFinder(OwnServer, ({ principal }) => {
  if (can(principal, 'provider-keys:manage')) return {};
  if (!can(principal, 'own-provider-keys:manage') || principal.subjectId === null) return null;
  return { customerId: principal.subjectId };
});

@Resolver(() => OwnServer)
export class OwnServerResolver {
  readonly #servers: OwnServerService;

  constructor(servers: OwnServerService) {
    this.#servers = servers;
  }

  @AccessFor('own-provider-keys:manage')
  @Query(() => OwnServer, { nullable: true, description: 'Your own server. Null if you haven’t set one.' })
  ownServer(@Ctx() ctx: Context): Promise<OwnServer | null> {
    return this.#servers.mine(ctx);
  }

  @AccessFor('own-provider-keys:manage')
  @AfterStepUp()
  @Mutation(() => SetOwnServerResult, {
    nullable: true,
    description:
      'Sets your own server. Requires the plan PRO or higher. Texts of tasks with the data class LOCAL_ONLY are sent to no other server.',
  })
  async setOwnServer(
    @Arg('input', () => SetOwnServerInput) input: SetOwnServerInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetOwnServerResult> {
    const result = await this.#servers.set(ctx, input);
    return result instanceof Problem ? result : new StoredOwnServer({ ownServer: result });
  }

  @AccessFor('own-provider-keys:manage')
  @Mutation(() => DeleteOwnServerResult, { nullable: true, description: 'Deletes your own server and its key.' })
  async deleteOwnServer(
    @Arg('input', () => DeleteOwnServerInput) { ownServerId }: DeleteOwnServerInput,
    @Ctx() ctx: Context,
  ): Promise<typeof DeleteOwnServerResult> {
    const result = await this.#servers.remove(ctx, ownServerId);
    return result instanceof Problem ? result : new DeletedOwnServer({ ownServerId: result });
  }

  @AccessFor('own-provider-keys:manage')
  @Mutation(() => TestOwnServerResult, {
    nullable: true,
    description: 'Tests your server by requesting its list of models. No model is called.',
  })
  async testOwnServer(
    @Arg('input', () => TestOwnServerInput) { ownServerId }: TestOwnServerInput,
    @Ctx() ctx: Context,
  ): Promise<typeof TestOwnServerResult> {
    const result = await this.#servers.test(ctx, ownServerId);
    return result instanceof Problem ? result : new TestedCredential(result);
  }

  /** Reads a server for the `node` query. */
  find(ctx: Context, id: string): Promise<OwnServer | null> {
    return findOwnServer(ctx, id);
  }
}
