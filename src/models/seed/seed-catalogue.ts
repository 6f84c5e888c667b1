import type { CatalogueDocument } from '../catalogue.ts';
import { clusters } from './clusters.ts';
import { deployments } from './deployments.ts';
import { imageDeployments, imagePrices, imageSlot, imageTask } from './images.ts';
import { prices } from './prices.ts';
import { slots } from './slots.ts';
import { tasks } from './tasks.ts';

/** First version of the catalogue of a new installation. An existing installation keeps its own catalogue. */
export const SEED: CatalogueDocument = {
  clusters,
  slots: [...slots, imageSlot],
  tasks: [...tasks, imageTask],
  deployments: [...deployments, ...imageDeployments],
  prices: [...prices, ...imagePrices],
};
