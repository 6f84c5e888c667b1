import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { AccessForEveryone } from '../../auth/access.ts';
import { isAnonymous, type Principal, type PrincipalKind } from '../../auth/principal.ts';
import { Role } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { REGISTRY } from '../../registry.ts';
import {
  type CompilableField,
  type CompilableFields,
  compilableObject,
  compilableValue,
} from '../reads/compilable-field.ts';
import type { NodeReads } from '../reads/node-projection.ts';
import { describeEnum } from './graph-enum.ts';
import { Node } from './node.ts';
import type { NodeFinder } from './node-resolver.ts';
import { CredentialKind, principalKinds } from './principal-enums.ts';

describeEnum(Role, 'Role', 'A role: a set of permissions. Programs have the role named after their kind.', {
  ADMIN: 'Operators with all permissions of operators, who also manage people, keys and settings.',
  EDITOR: 'Operators who manage pictures, seals and agents, and run tasks.',
  APPROVER: 'Operators who decide approvals.',
  AUDITOR: 'Operators who read and export records, the audit trail included.',
  INTEGRATION: 'Programs with the inbound secret for integrations.',
  PARTNER: 'Partners, who read the bank through a link.',
  CUSTOMER: 'Programs with a customer key.',
  AGENT: 'Agents, which can request but never approve.',
});

/** Details of a caller, as the caller's feature knows them. */
export interface ViewerFacts {
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** Time at which the caller's credential expires. Null when it doesn't expire. */
  readonly expiresAt: Date | null;
}

/** Looks up the details of the caller, with at most one database statement. */
export type ViewerFinder = (ctx: Context) => Promise<ViewerFacts | null>;

const NOTHING: ViewerFacts = { name: null, roles: [], expiresAt: null };

@ObjectType({ description: 'Credential of the request. Never contains the secret.' })
class ViewerCredential {
  @Field(() => CredentialKind, { description: 'Kind of the credential.' })
  readonly kind!: CredentialKind;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time at which the user last confirmed their identity in this session. Null when they haven’t, or when the credential isn’t a session.',
  })
  readonly confirmedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Actor who issued the credential. Null when the owner issued it, or no issuer is recorded.',
  })
  readonly issuedBy!: string | null;
}

@ObjectType({ description: 'The caller of this request.' })
export class Viewer {
  @Field(() => principalKinds.values, { description: 'Kind of the caller.' })
  readonly kind!: PrincipalKind;

  @Field(() => String, { description: 'Name of the caller in records, e.g. `customer:cus_…`.' })
  readonly actor!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Actor this caller acts for, who owns and pays for the results, e.g. `customer:cus_…`. Null when the caller acts for itself.',
  })
  readonly onBehalfOf!: string | null;

  @Field(() => [String], {
    description:
      'Permissions of this credential, e.g. `renders:request`. A token with scopes has fewer permissions than its roles.',
  })
  readonly permissions!: string[];

  @Field(() => ViewerCredential, { description: 'Credential of this request.' })
  readonly credential!: ViewerCredential;
}

@Resolver(() => Viewer)
export class ViewerResolver {
  readonly #finders: Partial<Record<PrincipalKind, ViewerFinder>>;
  readonly #findNode: NodeFinder;

  constructor(finders: Partial<Record<PrincipalKind, ViewerFinder>>, findNode: NodeFinder) {
    this.#finders = finders;
    this.#findNode = findNode;
  }

  @AccessForEveryone()
  @Query(() => Viewer, { nullable: true, description: 'The caller of this request. Null for anonymous callers.' })
  viewer(@Ctx() { principal }: Context): Viewer | null {
    if (isAnonymous(principal)) return null;
    const { kind, actor, onBehalfOf, credential } = principal;
    const { confirmedAt = null, issuedBy = null, kind: shown } = credential!;
    return {
      kind,
      actor,
      onBehalfOf,
      permissions: permissionsOf(principal),
      credential: { kind: shown, confirmedAt, issuedBy },
    };
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of the caller. Null when it has none.' })
  async name(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<string | null> {
    return (await ctx.loader(this.facts)).name;
  }

  @FieldResolver(() => [Role], { description: 'Roles of the caller.' })
  async roles(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<readonly Role[]> {
    return (await ctx.loader(this.facts)).roles;
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: "The operator, customer, agent or partner behind the caller. Null when the caller isn't stored.",
  })
  async self(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<Node | null> {
    const { subjectId } = ctx.principal;
    return subjectId === null ? null : ((await this.#findNode(ctx, subjectId)) as Node | null);
  }

  /** Details of the caller, read once per request and only when a field needs them. */
  readonly facts = async (ctx: Context): Promise<ViewerFacts> => {
    const { kind } = ctx.principal;
    return (await this.#finders[kind]?.(ctx)) ?? NOTHING;
  };
}

@Resolver(() => ViewerCredential)
export class ViewerCredentialResolver {
  readonly #facts: (ctx: Context) => Promise<ViewerFacts>;

  constructor({ facts }: ViewerResolver) {
    this.#facts = facts;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: "Time at which the credential expires unless it is revoked earlier. Null when it doesn't expire.",
  })
  async expiresAt(@Root() _credential: ViewerCredential, @Ctx() ctx: Context): Promise<Date | null> {
    return (await ctx.loader(this.#facts)).expiresAt;
  }
}

/**
 * Compiles the field `viewer` without a resolver. The principal contains most of its values. The caller's details take at most
 * one database statement; `self` and the fields that features add can take more.
 * @param more fields that features add
 */
export function viewerRead(
  { facts }: ViewerResolver,
  nodes: Pick<NodeReads, 'one'>,
  more: CompilableFields,
): CompilableField {
  const known = (ctx: Context) => ctx.loader(facts);
  const time = (at: Date | null | undefined) => at?.toISOString() ?? null;
  return compilableObject(
    'Viewer',
    {
      kind: compilableValue(({ principal }) => principal.kind),
      actor: compilableValue(({ principal }) => principal.actor),
      onBehalfOf: compilableValue(({ principal }) => principal.onBehalfOf),
      permissions: compilableValue(({ principal }) => permissionsOf(principal)),
      name: compilableValue(async (ctx) => (await known(ctx)).name),
      roles: compilableValue(async (ctx) => (await known(ctx)).roles),
      self: nodes.one((_args, { principal }) => principal.subjectId),
      credential: compilableObject('ViewerCredential', {
        kind: compilableValue(({ principal }) => principal.credential!.kind),
        confirmedAt: compilableValue(({ principal }) => time(principal.credential!.confirmedAt)),
        issuedBy: compilableValue(({ principal }) => principal.credential!.issuedBy ?? null),
        expiresAt: compilableValue(async (ctx) => time((await known(ctx)).expiresAt)),
      }),
      ...more,
    },
    ({ principal }) => !isAnonymous(principal),
  );
}

/** Names of the principal's permissions, in the order in which they are declared. */
function permissionsOf({ permissions }: Principal): string[] {
  return [...REGISTRY.permissions.keys()].filter((name) => permissions.has(name));
}
