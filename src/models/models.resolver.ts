import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AccessFor, AccessForEverybody } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import type { Page } from '../platform/graphql/reads/page-projection.ts';
import { connectionOf } from '../platform/graphql/schema/connection.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { DocumentChanges } from '../platform/versioned-documents/document-changes.types.ts';
import { publicationTypes } from '../platform/versioned-documents/publication-types.ts';
import { VersionsArgs } from '../platform/versioned-documents/version-pages.ts';
import type { CatalogueService } from './catalogue.service.ts';
import { CatalogueVersion } from './catalogue-version.entity.ts';
import type { CatalogueVersions } from './catalogue-versions.ts';
import { CatalogueView } from './catalogue-view.ts';
import { MOST } from './check/catalogue-shape.ts';
import { PricesArgs } from './models.inputs.ts';
import { CatalogueConflict, CatalogueInvalid } from './models.problems.ts';
import { catalogueVersionPages } from './models.reads.ts';
import { ClusterView, DeploymentView, PriceView, SlotView, TaskView } from './models.types.ts';
import { priceAt } from './price.ts';

const CatalogueVersionConnection = connectionOf(CatalogueVersion, 'CatalogueVersion');

const { PublishInput, PublishedVersion, PublishResult, RestoreInput, RestoredVersion, RestoreResult } =
  publicationTypes({
    name: 'Catalogue',
    noun: 'catalogue',
    version: CatalogueVersion,
    field: 'catalogueVersion',
    document: ' The versions of tasks are counted by the service: what is sent there is passed over.',
    problems: [CatalogueInvalid, CatalogueConflict],
  });

/** What is in force, for everybody. */
@Resolver()
export class CatalogueResolver {
  readonly #versions: CatalogueVersions;

  constructor(versions: CatalogueVersions) {
    this.#versions = versions;
  }

  @AccessForEverybody()
  @AtMost(MOST.clusters)
  @Query(() => [ClusterView], { description: 'What there is: slots by the kind of work that they are for.' })
  async clusters(): Promise<readonly ClusterView[]> {
    return (await this.#view()).clusters;
  }

  @AccessForEverybody()
  @AtMost(MOST.slots)
  @Query(() => [SlotView], { description: 'Every slot, each with its task.' })
  async modelSlots(): Promise<readonly SlotView[]> {
    return (await this.#view()).slots;
  }

  @AccessForEverybody()
  @AtMost(MOST.slots)
  @Query(() => [TaskView], { description: 'Every task: what callers name in the place of a model.' })
  async tasks(): Promise<readonly TaskView[]> {
    return (await this.#view()).tasks;
  }

  @AccessForEverybody()
  @Query(() => TaskView, { nullable: true, description: 'One task. Null where there is none of this name.' })
  async task(
    @Arg('name', () => String, { description: 'E.g. `fast-execution/redact-draft`.' }) name: string,
  ): Promise<TaskView | null> {
    return (await this.#view()).tasks.find((task) => task.name === name) ?? null;
  }

  @AccessFor('models:read-prices')
  @AtMost(MOST.deployments)
  @Query(() => [DeploymentView], { description: 'Every model that can be called, at its provider.' })
  async deployments(): Promise<readonly DeploymentView[]> {
    return (await this.#view()).deployments;
  }

  @AccessFor('models:read-prices')
  @AtMost(MOST.prices)
  @Query(() => [PriceView], { description: 'What deployments cost, as the catalogue in force says it.' })
  async prices(@Args(() => PricesArgs) { deployment, at }: PricesArgs): Promise<readonly PriceView[]> {
    const catalogue = await this.#versions.current();
    const view = CatalogueView.of(catalogue);
    return catalogue.prices
      .filter((price) => !deployment || price.deployment === deployment)
      .filter((price) => !at || priceAt(catalogue, price.deployment, at) === price)
      .map((price) => view.price(price));
  }

  async #view(): Promise<CatalogueView> {
    return CatalogueView.of(await this.#versions.current());
  }
}

@Resolver(() => DeploymentView)
export class DeploymentResolver {
  readonly #versions: CatalogueVersions;

  constructor(versions: CatalogueVersions) {
    this.#versions = versions;
  }

  @FieldResolver(() => PriceView, { nullable: true, description: 'What holds now. Null where no price is known.' })
  async price(@Root() { name }: DeploymentView, @Ctx() { clock }: Context): Promise<PriceView | null> {
    const catalogue = await this.#versions.current();
    const price = priceAt(catalogue, name, clock.now());
    return price && CatalogueView.of(catalogue).price(price);
  }
}

/** Those that the viewer may see. */
const findCatalogueVersion = entityFinder(CatalogueVersion, ({ principal }) =>
  can(principal, 'models:read-prices') ? {} : null,
);

/** Its history, for operators. */
@Resolver(() => CatalogueVersion)
export class CatalogueVersionResolver {
  readonly #catalogues: CatalogueService;

  constructor(catalogues: CatalogueService) {
    this.#catalogues = catalogues;
  }

  @AccessFor('models:read-prices')
  @Query(() => CatalogueVersionConnection, { description: 'Every version there was, the newest first.' })
  catalogueVersions(
    @Args(() => VersionsArgs) args: VersionsArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<{ id: string }>> {
    return catalogueVersionPages.read(ctx, args, info);
  }

  @AccessFor('models:read-prices')
  @Query(() => CatalogueVersion, {
    nullable: true,
    description: 'One version. Null where there is none of this number.',
  })
  catalogueVersion(
    @Arg('number', () => Int, { description: 'From 1 on.' }) number: number,
    @Ctx() { em }: Context,
  ): Promise<CatalogueVersion | null> {
    return em.findOne(CatalogueVersion, { number });
  }

  @AccessFor('models:publish')
  @AfterStepUp()
  @Mutation(() => PublishResult, {
    nullable: true,
    description:
      'Publishes the next version of the catalogue, in force at once. Earlier ones are kept as they were. What the newest one says already changes nothing.',
  })
  async publishCatalogue(
    @Arg('input', () => PublishInput) input: InstanceType<typeof PublishInput>,
    @Ctx() ctx: Context,
  ): Promise<typeof PublishResult> {
    const result = await this.#catalogues.publish(ctx, input);
    return result instanceof Problem ? result : new PublishedVersion(result);
  }

  @AccessFor('models:publish')
  @AfterStepUp()
  @Mutation(() => RestoreResult, {
    nullable: true,
    description:
      'Goes back to an earlier version: publishes its document as the next one, in force at once. Checked as if it were new, since what a catalogue must be may have changed. Versions of tasks are counted on.',
  })
  async restoreCatalogue(
    @Arg('input', () => RestoreInput) input: InstanceType<typeof RestoreInput>,
    @Ctx() ctx: Context,
  ): Promise<typeof RestoreResult> {
    const result = await this.#catalogues.restore(ctx, input);
    return result instanceof Problem ? result : new RestoredVersion(result);
  }

  @FieldResolver(() => DocumentChanges, {
    nullable: true,
    description:
      'What is other than in another version, mostly an earlier one. Null where there is none of this number.',
  })
  changes(
    @Root() { id }: CatalogueVersion,
    @Arg('since', () => Int, {
      nullable: true,
      description: 'The number of the version to compare with. Null: the one before.',
    })
    since: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<DocumentChanges | null> {
    return this.#catalogues.changes(ctx, id, since ?? null);
  }

  /** For `node`. */
  find(ctx: Context, id: string): Promise<CatalogueVersion | null> {
    return findCatalogueVersion(ctx, id);
  }
}
