import type { CatalogueDocument } from '../catalogue.ts';
import { clusters } from './clusters.ts';
import { deployments } from './deployments.ts';
import { imageDeployments, imagePrices, imageSlot, imageTask } from './images.ts';
import { prices } from './prices.ts';
import { slots } from './slots.ts';
import { tasks } from './tasks.ts';

/** What the first version of a catalogue says. A service that has one keeps its own: operators publish what is to change. */
export const SEED: CatalogueDocument = {
  clusters,
  slots: [...slots, imageSlot],
  tasks: [...tasks, imageTask],
  deployments: [...deployments, ...imageDeployments],
  prices: [...prices, ...imagePrices],
};
