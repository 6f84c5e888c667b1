import type { AssetOrigin, AssetStatus } from './asset.entity.ts';
import type { AssetOrientation } from './asset.inputs.ts';

/*
 * A picture's `facets` are the numbers of its tags, and these numbers for its other filters. When a walk along the list would
 * take long because few pictures match, one index finds them by facets. The database function `facets_of` computes them.
 */

export const STATUS_FACETS: Readonly<Record<AssetStatus, number>> = {
  LIVE: -1,
  ARCHIVED: -2,
  TRASHED: -3,
  QUARANTINED: -4,
};
export const ORIGIN_FACETS: Readonly<Record<AssetOrigin, number>> = { RENDER: -11, UPLOAD: -12, IMPORT: -13 };
export const ORIENTATION_FACETS: Readonly<Record<AssetOrientation, number>> = {
  LANDSCAPE: -21,
  PORTRAIT: -22,
  SQUARE: -23,
};

export const licenceFacet = (isKnown: boolean) => (isKnown ? -31 : -32);
export const colorFacet = (cell: number) => -1_000 - cell;
/** Facet that no picture has, used for requested tags that don't exist. */
export const NO_TAG = 0;
