import type { Catalogue, PriceEntry } from './catalogue.ts';
import { type CatalogueContents, ClusterView, DeploymentView, PriceView, SlotView, TaskView } from './models.types.ts';

const views = new WeakMap<Catalogue, CatalogueView>();

/**
 * GraphQL objects of one version of the catalogue, with references to each other. Built once per version, so that queries only
 * look them up.
 */
export class CatalogueView implements CatalogueContents {
  readonly clusters: readonly ClusterView[];
  readonly slots: readonly SlotView[];
  readonly tasks: readonly TaskView[];
  readonly deployments: readonly DeploymentView[];
  readonly #deploymentById: ReadonlyMap<string, DeploymentView>;
  readonly #prices = new Map<PriceEntry, PriceView>();

  static of(catalogue: Catalogue): CatalogueView {
    const view = views.get(catalogue) ?? new CatalogueView(catalogue);
    views.set(catalogue, view);
    return view;
  }

  private constructor({ clusters, slots, tasks, deployments, prices }: Catalogue) {
    this.clusters = clusters.map((entry) => new ClusterView(this, entry));
    this.slots = slots.map((entry) => new SlotView(this, entry));
    this.tasks = tasks.map((entry) => new TaskView(this, entry));
    this.deployments = deployments.map((entry) => new DeploymentView(this, entry));
    this.#deploymentById = new Map(this.deployments.map((deployment) => [deployment.name, deployment]));
    for (const entry of prices) this.#prices.set(entry, new PriceView(this, entry));
  }

  /** @throws if the id is unknown, which the check before publishing rules out */
  deployment(id: string): DeploymentView {
    const deployment = this.#deploymentById.get(id);
    if (!deployment) throw new Error(`The catalogue has no deployment ${id}.`);
    return deployment;
  }

  price(entry: PriceEntry): PriceView {
    return this.#prices.get(entry)!;
  }
}
