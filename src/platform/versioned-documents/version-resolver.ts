import type { EntityClass } from '@mikro-orm/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  type ClassType,
  Ctx,
  FieldResolver,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { AccessFor } from '../auth/access.ts';
import { can } from '../auth/principal.ts';
import { AfterStepUp } from '../auth/step-up.ts';
import type { Context } from '../context.ts';
import { entityFinder } from '../graphql/reads/loaded-nodes.ts';
import type { Page, PageProjection } from '../graphql/reads/page-projection.ts';
import { connectionOf } from '../graphql/schema/connection.ts';
import { Problem } from '../graphql/schema/problem.ts';
import type { Permission } from '../registry.ts';
import { DocumentChanges } from './document-changes.types.ts';
import type { DocumentPublisher } from './document-publisher.ts';
import { type PublicationWords, publicationTypes } from './publication-types.ts';
import type { StoredVersion } from './stored-version.ts';
import { VersionsArgs } from './version-pages.ts';

interface VersionSurface<Version extends StoredVersion, Problems extends readonly ClassType<Problem>[]>
  extends Omit<PublicationWords<Version, Problems>, 'version'> {
  entity: EntityClass<Version> & ClassType<Version>;
  /** Name of the query field that lists all versions. The value of `field` names the query for one version. */
  list: string;
  pages: PageProjection<VersionsArgs, { id: string }>;
  read: Permission;
  publish: Permission;
  /** Sentence that says how a document is checked, for the descriptions of the mutations that publish and restore it. */
  check?: string;
}

/** Publishes and restores versions of one document, and compares them. */
type Publisher<Version extends StoredVersion> = Pick<
  DocumentPublisher<object, Version>,
  'publish' | 'restore' | 'changes'
>;

/** Declares the resolver of a versioned document: its versions, their differences, publishing and restoring. */
export function versionResolver<Version extends StoredVersion, const Problems extends readonly ClassType<Problem>[]>({
  entity,
  list,
  pages,
  read,
  publish,
  check,
  ...words
}: VersionSurface<Version, Problems>) {
  const { name, noun, field } = words;
  const checked = check ? ` ${check}` : '';
  const Connection = connectionOf(entity, entity.name);
  const { PublishInput, PublishedVersion, PublishResult, RestoreInput, RestoredVersion, RestoreResult } =
    publicationTypes({ ...words, version: entity });
  const findVersion = entityFinder(entity, ({ principal }) => (can(principal, read) ? {} : null));

  @Resolver(() => entity)
  class VersionResolver {
    readonly #publisher: Publisher<Version>;

    constructor(publisher: Publisher<Version>) {
      this.#publisher = publisher;
    }

    @AccessFor(read)
    @Query(() => Connection, { name: list, description: `All versions of the ${noun}, newest first by default.` })
    versions(
      @Args(() => VersionsArgs) args: VersionsArgs,
      @Ctx() ctx: Context,
      @Info() info: GraphQLResolveInfo,
    ): Promise<Page<{ id: string }>> {
      return pages.read(ctx, args, info);
    }

    @AccessFor(read)
    @Query(() => entity, {
      name: field,
      nullable: true,
      description: `Version of the ${noun} with this number. Null when no version has it.`,
    })
    version(
      @Arg('number', () => Int, { description: 'Number of the version, from 1.' }) number: number,
      @Ctx() { em }: Context,
    ): Promise<StoredVersion | null> {
      return em.findOne(entity as EntityClass<StoredVersion>, { number });
    }

    @AccessFor(publish)
    @AfterStepUp()
    @Mutation(() => PublishResult, {
      name: `publish${name}`,
      nullable: true,
      description: `Publishes the next version of the ${noun}. It takes effect immediately, in other processes within a second. If four-eyes control applies, it is held for approval instead.${checked} Earlier versions don’t change. A document equal to the newest version is not published again.`,
    })
    async publish(
      @Arg('input', () => PublishInput) input: InstanceType<typeof PublishInput>,
      @Ctx() ctx: Context,
    ): Promise<object> {
      const result = await this.#publisher.publish(ctx, input);
      return result instanceof Problem ? result : new PublishedVersion(result as Version);
    }

    @AccessFor(publish)
    @AfterStepUp()
    @Mutation(() => RestoreResult, {
      name: `restore${name}`,
      nullable: true,
      description: `Publishes the document of an earlier version of the ${noun} as the next version. It takes effect immediately, in other processes within a second. If four-eyes control applies, it is held for approval instead. It is checked like a new document.${checked} A document equal to the newest version is not published again.`,
    })
    async restore(
      @Arg('input', () => RestoreInput) input: InstanceType<typeof RestoreInput>,
      @Ctx() ctx: Context,
    ): Promise<object> {
      const result = await this.#publisher.restore(ctx, input);
      return result instanceof Problem ? result : new RestoredVersion(result as Version);
    }

    @FieldResolver(() => DocumentChanges, {
      nullable: true,
      description: 'Differences from another version, usually an earlier one. Null when no version has that number.',
    })
    changes(
      @Root() { id }: StoredVersion,
      @Arg('since', () => Int, {
        nullable: true,
        description: 'Number of the version to compare with. Default: the previous one.',
      })
      since: number | null | undefined,
      @Ctx() ctx: Context,
    ): Promise<DocumentChanges | null> {
      return this.#publisher.changes(ctx, id, since ?? null);
    }

    /** Finds a version by id, for the query `node`. */
    find(ctx: Context, id: string): Promise<Version | null> {
      return findVersion(ctx, id);
    }
  }
  return VersionResolver;
}
