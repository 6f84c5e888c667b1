import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { AccessFor, AccessForEveryone } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { versionResolver } from '../platform/versioned-documents/version-resolver.ts';
import { CatalogueVersion } from './catalogue-version.entity.ts';
import type { CatalogueVersions } from './catalogue-versions.ts';
import { CatalogueView } from './catalogue-view.ts';
import { CATALOGUE_LIMITS } from './check/catalogue-shape.ts';
import { PricesArgs } from './models.inputs.ts';
import { CatalogueConflict, CatalogueInvalid } from './models.problems.ts';
import { catalogueVersionPages } from './models.reads.ts';
import { ClusterView, DeploymentView, PriceView, SlotView, TaskView } from './models.types.ts';
import { priceAt } from './price.ts';

/** Queries of the current catalogue. Deployments and prices need the permission `models:read-prices`. */
@Resolver()
export class CatalogueResolver {
  readonly #versions: CatalogueVersions;

  constructor(versions: CatalogueVersions) {
    this.#versions = versions;
  }

  @AccessForEveryone()
  @AtMost(CATALOGUE_LIMITS.clusters)
  @Query(() => [ClusterView], { description: 'Clusters of the catalogue: slots grouped by kind of work.' })
  async clusters(): Promise<readonly ClusterView[]> {
    return (await this.#view()).clusters;
  }

  @AccessForEveryone()
  @AtMost(CATALOGUE_LIMITS.slots)
  @Query(() => [SlotView], { description: 'Slots of the catalogue, each with its task.' })
  async modelSlots(): Promise<readonly SlotView[]> {
    return (await this.#view()).slots;
  }

  @AccessForEveryone()
  @AtMost(CATALOGUE_LIMITS.slots)
  @Query(() => [TaskView], { description: 'Tasks of the catalogue. Callers name a task instead of a model.' })
  async tasks(): Promise<readonly TaskView[]> {
    return (await this.#view()).tasks;
  }

  @AccessForEveryone()
  @Query(() => TaskView, { nullable: true, description: "Task by name. Null if it doesn't exist." })
  async task(
    @Arg('name', () => String, { description: 'Name of the task, such as `fast-execution/redact-draft`.' })
    name: string,
  ): Promise<TaskView | null> {
    return (await this.#view()).tasks.find((task) => task.name === name) ?? null;
  }

  @AccessFor('models:read-prices')
  @AtMost(CATALOGUE_LIMITS.deployments)
  @Query(() => [DeploymentView], { description: 'Deployments of the catalogue: models at their providers.' })
  async deployments(): Promise<readonly DeploymentView[]> {
    return (await this.#view()).deployments;
  }

  @AccessFor('models:read-prices')
  @AtMost(CATALOGUE_LIMITS.prices)
  @Query(() => [PriceView], { description: 'Prices of deployments in the current catalogue.' })
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

  @FieldResolver(() => PriceView, { nullable: true, description: "Current price. Null if unknown, which isn't 0." })
  async price(@Root() { name }: DeploymentView, @Ctx() { clock }: Context): Promise<PriceView | null> {
    const catalogue = await this.#versions.current();
    const price = priceAt(catalogue, name, clock.now());
    return price && CatalogueView.of(catalogue).price(price);
  }
}

export const CatalogueVersionResolver = versionResolver({
  name: 'Catalogue',
  noun: 'catalogue',
  entity: CatalogueVersion,
  field: 'catalogueVersion',
  list: 'catalogueVersions',
  pages: catalogueVersionPages,
  read: 'models:read-prices',
  publish: 'models:publish',
  check: 'The service sets the version number of each task and increments it when the task has changed.',
  document: ' Version numbers of tasks in the document are ignored: the service sets them.',
  problems: [CatalogueInvalid, CatalogueConflict],
});
