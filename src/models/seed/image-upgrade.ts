import type { CatalogueDocument, SlotEntry } from '../catalogue.ts';
import { imageDeployments, imagePrices, imageSlot, imageTask } from './images.ts';

/** A catalogue from before there were pictures, with everything they need. What operators have called alike is left as it is. */
export function addImages(document: CatalogueDocument): CatalogueDocument {
  const taken = new Set(document.deployments.map(({ id }) => id));
  const deployments = imageDeployments.filter(({ id }) => !taken.has(id));
  const added = new Set(deployments.map(({ id }) => id));
  return {
    clusters: document.clusters,
    slots: [...document.slots, slotOf(added)],
    tasks: [...document.tasks, imageTask],
    deployments: [...document.deployments, ...deployments],
    prices: [...document.prices, ...imagePrices.filter(({ deployment }) => added.has(deployment))],
  };
}

/** The engine of this service is always among them. */
function slotOf(ids: ReadonlySet<string>): SlotEntry {
  const [preferred, ...alternates] = [imageSlot.preferred, ...imageSlot.alternates].filter((id) => ids.has(id));
  const { economy } = imageSlot;
  return {
    ...imageSlot,
    preferred: preferred!,
    alternates,
    economy: economy !== null && ids.has(economy) ? economy : null,
  };
}
