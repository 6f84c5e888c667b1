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

describeEnum(Role, 'Role', 'A set of permissions. Programs have the role that is named after their kind.');

/** What a feature knows of a principal of a kind that it brings. */
export interface ViewerFacts {
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** When the credential that was shown ends; null for one that does not by itself. */
  readonly expiresAt: Date | null;
}

/** Looks up who asks, by one statement at the most. */
export type ViewerFinder = (ctx: Context) => Promise<ViewerFacts | null>;

const NOTHING: ViewerFacts = { name: null, roles: [], expiresAt: null };

@ObjectType({ description: 'What was shown. Never the secret itself.' })
class ViewerCredential {
  @Field(() => CredentialKind)
  readonly kind!: CredentialKind;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When who has signed in has last shown that it is still they. Null: never, or this is no session.',
  })
  readonly confirmedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Who has issued it, as records name them. Null where nobody else than its owner is known to have.',
  })
  readonly issuedBy!: string | null;
}

/** Who asks. Features add what is theirs: what it has drawn, where it has signed in. */
@ObjectType({ description: 'Who asks, as the service understands it, and what is theirs.' })
export class Viewer {
  @Field(() => principalKinds.values)
  readonly kind!: PrincipalKind;

  @Field(() => String, { description: 'As it stands in records, e.g. `customer:cus_…`.' })
  readonly actor!: string;

  @Field(() => String, {
    nullable: true,
    description: 'For whom it acts, who owns and pays for what comes of it, e.g. `customer:cus_…`. Null: for itself.',
  })
  readonly onBehalfOf!: string | null;

  @Field(() => [String], {
    description:
      'What these credentials allow, by name, e.g. `renders:request`. A token with scopes allows less than its roles.',
  })
  readonly permissions!: string[];

  @Field(() => ViewerCredential, { description: 'By what it has shown who it is.' })
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
  @Query(() => Viewer, { nullable: true, description: 'Who asks. Null for who has shown no credentials.' })
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

  @FieldResolver(() => String, { nullable: true, description: 'Null for what has no name.' })
  async name(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<string | null> {
    return (await ctx.loader(this.facts)).name;
  }

  @FieldResolver(() => [Role], { description: 'What it is there for.' })
  async roles(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<readonly Role[]> {
    return (await ctx.loader(this.facts)).roles;
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The person, customer, agent or partner that it is. Null where it is nothing stored.',
  })
  async self(@Root() _viewer: Viewer, @Ctx() ctx: Context): Promise<Node | null> {
    const { subjectId } = ctx.principal;
    return subjectId === null ? null : ((await this.#findNode(ctx, subjectId)) as Node | null);
  }

  /** Looked up once in a request, and only when it is asked for. */
  readonly facts = async (ctx: Context): Promise<ViewerFacts> => {
    const { kind } = ctx.principal;
    return (await this.#finders[kind]?.(ctx)) ?? NOTHING;
  };
}

/** What is looked up of the credential that was shown. */
@Resolver(() => ViewerCredential)
export class ViewerCredentialResolver {
  readonly #facts: (ctx: Context) => Promise<ViewerFacts>;

  constructor({ facts }: ViewerResolver) {
    this.#facts = facts;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it ends, unless it is withdrawn before. Null: not by itself.',
  })
  async expiresAt(@Root() _credential: ViewerCredential, @Ctx() ctx: Context): Promise<Date | null> {
    return (await ctx.loader(this.#facts)).expiresAt;
  }
}

/**
 * `viewer` without a resolver: most of it is in the principal, and what is not is one statement for the facts and one for
 * what each feature adds.
 * @param more what features bring
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

/** By name, in the order in which they are declared. */
function permissionsOf({ permissions }: Principal): string[] {
  return [...REGISTRY.permissions.keys()].filter((name) => permissions.has(name));
}
