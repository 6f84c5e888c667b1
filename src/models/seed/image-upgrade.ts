import type { CatalogueDocument, SlotEntry } from '../catalogue.ts';
import { imageDeployments, imagePrices, imageSlot, imageTask } from './images.ts';

/**
 * Adds the image slot, its task, its deployments and their prices to an older catalogue. Deployments of operators with the same
 * ids stay as they are, and aren't used by the slot.
 * @returns null if an operator has a slot or a task of that name: a catalogue with two of them isn't valid
 */
export function addImages(document: CatalogueDocument): CatalogueDocument | null {
  if ([...document.slots, ...document.tasks].some(({ name }) => name === imageTask.name)) return null;
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

/** Image slot with these deployments only. The embedded engine is always one of them. */
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
