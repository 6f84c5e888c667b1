import type { ImageTask } from '../../models/index.ts';
import { groupDigits } from '../../platform/text/group-digits.ts';
import type { ImageDemand } from './decision.ts';

/** Maximum side of a requested image, in pixels. No model draws larger images. */
const MAX_SIDE_PX = 16_384;

/** Issues of a requested size and count, for any image model. */
export function imageIssues(
  { widthPx, heightPx, count }: Pick<ImageDemand, 'widthPx' | 'heightPx' | 'count'>,
  { name, images }: ImageTask,
): { field: string; detail: string }[] {
  const issues: { field: string; detail: string }[] = [];
  for (const [field, side] of Object.entries({ widthPx, heightPx })) {
    if (isBetween(side, MAX_SIDE_PX)) continue;
    issues.push({
      field,
      detail: `Each side of an image must have 1 to ${groupDigits(MAX_SIDE_PX)} pixels; this one is ${side}.`,
    });
  }
  if (!isBetween(count, images.maxCount)) {
    issues.push({
      field: 'count',
      detail: `The task ${name} draws 1 to ${images.maxCount} images per request; ${count} were requested.`,
    });
  }
  return issues;
}

const isBetween = (value: number, most: number) => Number.isSafeInteger(value) && value >= 1 && value <= most;
