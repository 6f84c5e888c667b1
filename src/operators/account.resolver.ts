import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor, AccessForEverybody } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { CredentialKind, type PrincipalKind, principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { Viewer } from '../platform/graphql/schema/viewer.ts';
import { NAMES } from '../platform/names.ts';
import { Operator } from './operator.entity.ts';
import { isOperator } from './operator.principal.ts';
import { browserName } from './pages/browser-name.ts';
import { MAX_SESSIONS, type OwnSessions, ownSession, sessionsOf } from './sessions.ts';
import type { OperatorSession } from './sign-in.entities.ts';

@ObjectType({ description: 'Who asks, as the service understands it.' })
class Me {
  @Field(() => String, { description: 'As it stands in records, e.g. `operator:op_…`.' })
  readonly actor!: string;

  @Field(() => principalKinds.values)
  readonly kind!: PrincipalKind;

  @Field(() => CredentialKind, { nullable: true, description: 'Null for who has shown nothing.' })
  readonly credential!: CredentialKind | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When who has signed in has last shown that it is still they. Null: never, or this is no session.',
  })
  readonly confirmedAt!: Date | null;

  @AtMost(200)
  @Field(() => [String], { description: 'What these credentials allow, by name.' })
  readonly permissions!: string[];

  @Field(() => Operator, { nullable: true, description: 'The person, where it is one.' })
  readonly operator!: Operator | null;
}

@ObjectType({ implements: Node, description: 'Somebody who has signed in, in one browser. Only they are told of it.' })
class MySession implements Node {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => Boolean, { description: 'Whether this request comes of it.' })
  readonly isCurrent!: boolean;

  @Field(() => String, { description: 'Such as `Firefox on Linux`, as far as the browser tells.' })
  readonly browser!: string;

  @Field(() => String, { nullable: true, description: 'Where the sign-in came from. Null: unknown.' })
  readonly address!: string | null;

  @Field(() => String, { nullable: true, description: 'Where it was last used from. Null: unknown.' })
  readonly lastAddress!: string | null;

  @Field(() => GraphQLDateTime)
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'To the minute.' })
  readonly lastSeenAt!: Date;

  @Field(() => GraphQLDateTime)
  readonly expiresAt!: Date;
}

@InputType({ description: 'A session of one’s own that is to end.' })
class EndSessionInput {
  @Field(() => ID, { description: 'Which one, as `mySessions` lists it.' })
  sessionId!: string;
}

const EndedSession = payloadOf('EndedSession', 'The session ended. All processes refuse it within a second.', {
  sessionId: field<string>(() => ID, { description: 'Id of the session that ended.' }),
});

@InputType({ description: 'All sessions of one’s own are to end.' })
class SignOutEverywhereInput {
  @Field(() => Boolean, { description: 'Has to be `true`: this session is one of them.' })
  isMeant!: boolean;
}

const SignedOutEverywhere = payloadOf(
  'SignedOutEverywhere',
  'All sessions of the operator ended. Tokens keep working.',
  { endedCount: field<number>(() => GraphQLNonNegativeInt, { description: 'Number of sessions that ended.' }) },
);

const EndSessionResult = resultOf('EndSession', EndedSession, [NotFound]);
const SignOutEverywhereResult = resultOf('SignOutEverywhere', SignedOutEverywhere);

@Resolver()
export class AccountResolver {
  readonly #own: OwnSessions;

  constructor(own: OwnSessions) {
    this.#own = own;
  }

  @AccessForEverybody()
  @Query(() => Me, { description: 'Who asks, and what these credentials allow.' })
  async me(@Ctx() { em, principal }: Context): Promise<Me> {
    const { actor, kind, credential, permissions, subjectId } = principal;
    const isPerson = isOperator(principal) && subjectId !== null;
    return {
      actor,
      kind,
      credential: credential?.kind ?? null,
      confirmedAt: credential?.confirmedAt ?? null,
      permissions: [...NAMES.permissions.keys()].filter((name) => permissions.has(name)),
      operator: isPerson ? await em.findOne(Operator, subjectId) : null,
    };
  }

  @AccessFor('own-account:manage')
  @AtMost(MAX_SESSIONS)
  @Query(() => [MySession], { description: 'Where one has signed in, the session seen last first.' })
  async mySessions(@Ctx() ctx: Context): Promise<MySession[]> {
    return mySessions(ctx);
  }

  /** For `node`: one of one’s own that has not ended. */
  async find(ctx: Context, id: string): Promise<MySession | null> {
    const session = await ownSession(ctx, id);
    return session && viewOf(session, ctx);
  }

  @AccessFor('own-account:manage')
  @Mutation(() => EndSessionResult, { nullable: true, description: 'Ends one of one’s own sessions.' })
  async endSession(
    @Arg('input', () => EndSessionInput) { sessionId }: EndSessionInput,
    @Ctx() ctx: Context,
  ): Promise<typeof EndSessionResult> {
    const result = await this.#own.end(ctx, sessionId);
    return result instanceof Problem ? result : new EndedSession({ sessionId: result });
  }

  @AccessFor('own-account:manage')
  @Mutation(() => SignOutEverywhereResult, { nullable: true, description: 'Ends all of one’s own sessions.' })
  async signOutEverywhere(
    @Arg('input', () => SignOutEverywhereInput) { isMeant }: SignOutEverywhereInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SignOutEverywhereResult> {
    if (!isMeant) return new InputInvalid([{ pointer: '/isMeant', detail: 'Say `true`, or leave it be.' }]);
    return new SignedOutEverywhere({ endedCount: await this.#own.endAll(ctx) });
  }
}

/** What people add to who asks. */
@Resolver(() => Viewer)
export class ViewerSessionsResolver {
  @AtMost(MAX_SESSIONS)
  @FieldResolver(() => [MySession], {
    description: 'Where a person has signed in, the session seen last first. Empty for everybody else.',
  })
  async sessions(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<MySession[]> {
    return can(ctx.principal, 'own-account:manage') ? mySessions(ctx) : [];
  }
}

async function mySessions(ctx: Context): Promise<MySession[]> {
  if (ctx.principal.subjectId === null) return [];
  return (await sessionsOf(ctx)).map((session) => viewOf(session, ctx));
}

function viewOf(
  { id, userAgent, ipAddress, lastAddress, createdAt, updatedAt, expiresAt }: OperatorSession,
  { principal }: Context,
): MySession {
  return {
    id,
    isCurrent: id === principal.credential?.id,
    browser: browserName(userAgent),
    address: ipAddress || null,
    lastAddress: lastAddress || ipAddress || null,
    createdAt,
    lastSeenAt: updatedAt,
    expiresAt,
  };
}
