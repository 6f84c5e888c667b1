import type { AssetOrigin, AssetStatus } from '../../web/generated/assets/graphql.ts';
import type { Tone } from '../../web/kit/values.tsx';

/** Each status as people call it. */
export const STATUS_LABELS: Readonly<Record<AssetStatus, { word: string; tone: Tone }>> = {
  LIVE: { word: 'In use', tone: 'plain' },
  QUARANTINED: { word: 'Held back', tone: 'care' },
  ARCHIVED: { word: 'Archived', tone: 'plain' },
  TRASHED: { word: 'In the trash', tone: 'bad' },
};

export const ORIGIN_LABELS: Readonly<Record<AssetOrigin, string>> = {
  RENDER: 'Rendered here',
  UPLOAD: 'Uploaded',
  IMPORT: 'Fetched from an address',
};

/** `1 picture`, `1,200 pictures`. */
export function pictureCount(count: number): string {
  return count === 1 ? '1 picture' : `${count.toLocaleString('en')} pictures`;
}
