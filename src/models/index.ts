import type { ApprovalsApi } from '../approvals/index.ts';
import { defineFeature } from '../feature.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { CatalogueService } from './catalogue.service.ts';
import type { Catalogue, ImageUsage, Micros, PriceEntry, TokenUsage } from './catalogue.ts';
import { catalogueCheck } from './catalogue-check.ts';
import { CatalogueVersion } from './catalogue-version.entity.ts';
import { CatalogueVersions } from './catalogue-versions.ts';
import { costOfImages, maxCostOfImages, maxTokensOf } from './image-price.ts';
import { modelNames } from './models.names.ts';
import { cataloguePublished } from './models.published.ts';
import { modelReads } from './models.reads.ts';
import { CatalogueResolver, CatalogueVersionResolver, DeploymentResolver } from './models.resolver.ts';
import { costOf, maxCostOf, priceAt, type TokenLimits } from './price.ts';

export * from './catalogue.ts';
export { type RequestedSize, requestedSizeFor } from './image-size.ts';
export { LONGEST_CALL_MS } from './price.ts';
export { takesRecursiveSchema } from './recursive-schemas.ts';
export { retentionOf, retentionWithOwnKey } from './retention.ts';
export { RetentionView } from './retention.types.ts';
export { redactionOf, restoresRedacted } from './task-redaction.ts';
export { searchesWeb } from './web-search.ts';

/** API of the catalogue for other features. */
export interface ModelsApi {
  /**
   * Newest version, as of at most a second ago. Kept in memory, so that frequent calls are cheap. While the database isn't
   * available, returns the last known version.
   */
  current(): Promise<Catalogue>;
  /** Version by number. Null if it doesn't exist. */
  version(number: number): Promise<Catalogue | null>;
  /** Checks a document and returns the catalogue that it would be as the next version. Publishes nothing. */
  proposed(sent: unknown): Promise<{ catalogue: Catalogue } | { faults: readonly ValueIssue[] }>;
  /** Price of a deployment at a time. Null if unknown. The start of a call decides its price. */
  priceAt(catalogue: Catalogue, deployment: string, at: Date): PriceEntry | null;
  /** Cost of a call that started at `at`, rounded up to whole micros. Null if the price or the usage is unknown, never 0. */
  costOf(price: PriceEntry | null, usage: TokenUsage, at: Date): Micros | null;
  /**
   * Maximum cost of a call that starts at `at`, in the most expensive hour that the call can reach. All tokens count at the
   * highest price of an input or output token. Null if the price or a limit is unknown.
   */
  maxCostOf(price: PriceEntry | null, tokens: TokenLimits, at: Date): Micros | null;
  /** Cost of an image call. See `costOf`. */
  costOfImages(price: PriceEntry | null, usage: ImageUsage, at: Date): Micros | null;
  /** Maximum cost of an image call. See `maxCostOf`. */
  maxCostOfImages(
    price: PriceEntry | null,
    requested: Pick<ImageUsage, 'images' | 'pixels'> & { inputTokens: number },
    at: Date,
  ): Micros | null;
  /** Maximum output tokens of images of this number and size. Null if unknown, 0 if output tokens are free. */
  maxTokensOf(price: PriceEntry | null, requested: Pick<ImageUsage, 'images' | 'pixels'>): number | null;
}

/** The catalogue: clusters, slots, tasks, deployments and prices, as one document in numbered versions. */
export const models = defineFeature({
  name: 'models',
  names: modelNames,
  entities: [CatalogueVersion],
  tablePrivileges: { catalogue_version: ['INSERT'] },
  compose({ database }, { approvals }: { approvals: ApprovalsApi }) {
    const versions = new CatalogueVersions(database);
    const changeMaker = versions.heldWith('CATALOGUE', 'catalogue', approvals.holdChange);
    const catalogues = new CatalogueService(versions);
    const api: ModelsApi = {
      current: async () => versions.current(),
      version: (number) => versions.version(number),
      proposed: (sent) => catalogues.proposed(sent),
      priceAt,
      costOf,
      maxCostOf,
      costOfImages,
      maxCostOfImages,
      maxTokensOf,
    };
    const history = new CatalogueVersionResolver(catalogues);
    return {
      api,
      contributions: { changeMakers: { CATALOGUE: changeMaker } },
      resolvers: [new CatalogueResolver(versions), new DeploymentResolver(versions), history],
      nodes: { catalogueVersion: (ctx, id) => history.find(ctx, id) },
      reads: modelReads,
      published: [cataloguePublished],
      checks: [catalogueCheck],
      /** Creates the first version if none exists, and adds images and cache prices to older catalogues. */
      async atStart() {
        await versions.newest();
        await versions.adoptImages();
        await versions.adoptCachePrices();
      },
    };
  },
});
