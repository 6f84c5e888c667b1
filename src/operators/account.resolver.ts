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
import { AccessFor, AccessForEveryone } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { Node } from '../platform/graphql/schema/node.ts';
import { field, payloadOf } from '../platform/graphql/schema/payload.ts';
import { CredentialKind, type PrincipalKind, principalKinds } from '../platform/graphql/schema/principal-enums.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { Viewer } from '../platform/graphql/schema/viewer.ts';
import { REGISTRY } from '../platform/registry.ts';
import { Operator } from './operator.entity.ts';
import { isOperator } from './operator.principal.ts';
import { browserName } from './pages/browser-name.ts';
import { MAX_SESSIONS, type OwnSessions, ownSession, sessionsOf } from './sessions.ts';
import type { OperatorSession } from './sign-in.entities.ts';

@ObjectType({ description: 'Caller and the permissions of its credential.' })
class Me {
  @Field(() => String, { description: 'Actor as in records, e.g. `operator:op_…`.' })
  readonly actor!: string;

  @Field(() => principalKinds.values, { description: 'Kind of the caller.' })
  readonly kind!: PrincipalKind;

  @Field(() => CredentialKind, { nullable: true, description: 'Kind of the credential. Null for an anonymous caller.' })
  readonly credential!: CredentialKind | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the last confirmation of identity in this session. Null if there was none, or the caller has no session.',
  })
  readonly confirmedAt!: Date | null;

  @AtMost(200)
  @Field(() => [String], { description: 'Names of the permissions that the credential allows.' })
  readonly permissions!: string[];

  @Field(() => Operator, {
    nullable: true,
    description: 'Operator who calls. Null for other callers and for the admin token.',
  })
  readonly operator!: Operator | null;
}

@ObjectType({ implements: Node, description: 'Session of an operator in one browser. Only that operator can see it.' })
class MySession implements Node {
  @Field(() => ID, { description: 'Globally unique id.' })
  readonly id!: string;

  @Field(() => Boolean, { description: 'True if this request belongs to the session.' })
  readonly isCurrent!: boolean;

  @Field(() => String, { description: 'Browser and system, e.g. `Firefox on Linux`, as far as known.' })
  readonly browser!: string;

  @Field(() => String, { nullable: true, description: 'IP address of the sign-in. Null if unknown.' })
  readonly address!: string | null;

  @Field(() => String, { nullable: true, description: 'IP address of the last use. Null if unknown.' })
  readonly lastAddress!: string | null;

  @Field(() => GraphQLDateTime, { description: 'Time of the sign-in.' })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time of the last use, to the minute.' })
  readonly lastSeenAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time when the session expires.' })
  readonly expiresAt!: Date;
}

@InputType({ description: 'Session of the caller to end.' })
class EndSessionInput {
  @Field(() => ID, { description: 'Id of the session, from `mySessions`.' })
  sessionId!: string;
}

const EndedSession = payloadOf('EndedSession', 'The session ended. All processes refuse it within a second.', {
  sessionId: field<string>(() => ID, { description: 'Id of the session that ended.' }),
});

@InputType({ description: 'Confirmation to end all sessions of the caller.' })
class SignOutEverywhereInput {
  @Field(() => Boolean, { description: 'Must be `true`, because the session of this request ends too.' })
  confirm!: boolean;
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

  @AccessForEveryone()
  @Query(() => Me, { description: 'Caller and the permissions of its credential.' })
  async me(@Ctx() { em, principal }: Context): Promise<Me> {
    const { actor, kind, credential, permissions, subjectId } = principal;
    const isPerson = isOperator(principal) && subjectId !== null;
    return {
      actor,
      kind,
      credential: credential?.kind ?? null,
      confirmedAt: credential?.confirmedAt ?? null,
      permissions: [...REGISTRY.permissions.keys()].filter((name) => permissions.has(name)),
      operator: isPerson ? await em.findOne(Operator, subjectId) : null,
    };
  }

  @AccessFor('own-account:manage')
  @AtMost(MAX_SESSIONS)
  @Query(() => [MySession], {
    description: 'Active sessions of the calling operator, last used first. Empty for the admin token.',
  })
  async mySessions(@Ctx() ctx: Context): Promise<MySession[]> {
    return mySessions(ctx);
  }

  /** Finds an active session of the caller, for the query `node`. */
  async find(ctx: Context, id: string): Promise<MySession | null> {
    const session = await ownSession(ctx, id);
    return session && viewOf(session, ctx);
  }

  @AccessFor('own-account:manage')
  @Mutation(() => EndSessionResult, { nullable: true, description: 'Ends a session of the caller.' })
  async endSession(
    @Arg('input', () => EndSessionInput) { sessionId }: EndSessionInput,
    @Ctx() ctx: Context,
  ): Promise<typeof EndSessionResult> {
    const result = await this.#own.end(ctx, sessionId);
    return result instanceof Problem ? result : new EndedSession({ sessionId: result });
  }

  @AccessFor('own-account:manage')
  @Mutation(() => SignOutEverywhereResult, {
    nullable: true,
    description: 'Ends all sessions of the caller, including that of this request.',
  })
  async signOutEverywhere(
    @Arg('input', () => SignOutEverywhereInput) { confirm }: SignOutEverywhereInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SignOutEverywhereResult> {
    if (!confirm)
      return new InputInvalid([{ pointer: '/confirm', detail: 'Set `confirm` to true to end all sessions.' }]);
    return new SignedOutEverywhere({ endedCount: await this.#own.endAll(ctx) });
  }
}

@Resolver(() => Viewer)
export class ViewerSessionsResolver {
  @AtMost(MAX_SESSIONS)
  @FieldResolver(() => [MySession], {
    description:
      'Active sessions of the calling operator, last used first. Empty for other callers, and without the permission `own-account:manage`.',
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
