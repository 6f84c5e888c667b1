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
export { RetentionView } from './models.types.ts';
export { LONGEST_CALL_MS } from './price.ts';
export { takesRecursiveSchema } from './recursive-schemas.ts';
export { retentionOf, retentionWithOwnKey } from './retention.ts';
export { redactionOf, restoresRedacted } from './task-redaction.ts';

/** What later features may ask of the catalogue. */
export interface ModelsApi {
  /** The newest version. Held in the process: costs nothing to ask on a hot path, and is at most a second late. */
  current(): Promise<Catalogue>;
  /** Any version; null where there is none of this number. */
  version(number: number): Promise<Catalogue | null>;
  /** What somebody sends as a catalogue, as it would be if it were the next version: checked, and published to nobody. */
  proposed(sent: unknown): Promise<{ catalogue: Catalogue } | { faults: readonly ValueIssue[] }>;
  /** What holds for a deployment at a time; null where no price is known. A call is priced by when it began. */
  priceAt(catalogue: Catalogue, deployment: string, at: Date): PriceEntry | null;
  /**
   * What a call cost that began at `at`. Null where the price or the usage is not known: never 0 for what nobody knows. Rounded
   * up to whole micros.
   */
  costOf(price: PriceEntry | null, usage: TokenUsage, at: Date): Micros | null;
  /** The most that a call can cost that begins at `at`: all of the input uncached, all of the output, at the dearest hour it may run into. */
  maxCostOf(price: PriceEntry | null, tokens: TokenLimits, at: Date): Micros | null;
  /** What a call for pictures cost, as `costOf`. */
  costOfImages(price: PriceEntry | null, usage: ImageUsage, at: Date): Micros | null;
  /** The most that a call for pictures can cost, as `mostOf`. */
  maxCostOfImages(
    price: PriceEntry | null,
    asked: Pick<ImageUsage, 'images' | 'pixels'> & { inputTokens: number },
    at: Date,
  ): Micros | null;
  /** The most output tokens of so many pictures; null where nobody knows, 0 where none are charged. */
  maxTokensOf(price: PriceEntry | null, asked: Pick<ImageUsage, 'images' | 'pixels'>): number | null;
}

/** What may be called: clusters, slots, tasks, deployments and prices, as one document in numbered versions. */
export const models = defineFeature({
  name: 'models',
  names: modelNames,
  entities: [CatalogueVersion],
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
      /** Makes the first one where there is none. */
      async atStart() {
        await versions.newest();
        await versions.adoptImages();
        await versions.adoptCachePrices();
      },
    };
  },
});
