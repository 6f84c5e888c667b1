import type { BlobFault } from '../storage/checked-blobs.ts';
import type { Telemetry } from './telemetry.ts';

/** Returns a function that counts reads that failed because a row's blob was missing or damaged. */
export function countBlobFaults({ meter }: Telemetry): (condition: BlobFault['condition']) => void {
  const faults = meter.createCounter('imprimatur.storage.fault', {
    unit: '{read}',
    description: 'Reads of pictures that were refused because the file is missing or damaged.',
  });
  const count = (condition: BlobFault['condition'], added: number) =>
    faults.add(added, { 'imprimatur.storage.condition': condition.toLowerCase() });
  // Starts both counters at 0, so that an alert rule finds them before the first fault.
  for (const condition of ['MISSING', 'DAMAGED'] as const) count(condition, 0);
  return (condition) => count(condition, 1);
}
