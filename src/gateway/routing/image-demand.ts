import type { ImageTask } from '../../models/index.ts';
import { grouped } from '../../platform/text/grouped.ts';
import type { ImageDemand } from './decision.ts';

/** More than any model draws. */
const MAX_SIDE_PX = 16_384;

/** What is wrong with pictures that somebody wants of a task, whoever would draw them. */
export function imageIssues(
  { widthPx, heightPx, count }: Pick<ImageDemand, 'widthPx' | 'heightPx' | 'count'>,
  { name, images }: ImageTask,
): { field: string; detail: string }[] {
  const issues: { field: string; detail: string }[] = [];
  for (const [field, side] of Object.entries({ widthPx, heightPx })) {
    if (isBetween(side, MAX_SIDE_PX)) continue;
    issues.push({ field, detail: `A picture has 1 to ${grouped(MAX_SIDE_PX)} pixels on each side.` });
  }
  if (!isBetween(count, images.maxCount)) {
    issues.push({ field: 'count', detail: `The task ${name} gives 1 to ${images.maxCount} pictures at a time.` });
  }
  return issues;
}

const isBetween = (value: number, most: number) => Number.isSafeInteger(value) && value >= 1 && value <= most;
