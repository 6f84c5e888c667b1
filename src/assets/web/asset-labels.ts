import type { AssetOrigin, AssetStatus } from '../../web/generated/assets/graphql.ts';
import type { Tone } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** Label and colour of each status of a picture. */
export const STATUS_LABELS: Readonly<Record<AssetStatus, { word: string; tone: Tone }>> = {
  LIVE: { word: texts.status.LIVE, tone: 'plain' },
  QUARANTINED: { word: texts.status.QUARANTINED, tone: 'care' },
  ARCHIVED: { word: texts.status.ARCHIVED, tone: 'plain' },
  TRASHED: { word: texts.status.TRASHED, tone: 'bad' },
};

export const ORIGIN_LABELS: Readonly<Record<AssetOrigin, string>> = texts.origin;

/** Formats a number of pictures: `1 picture`, `1,200 pictures`. */
export function pictureCount(count: number): string {
  return texts.common.pictures(count);
}
