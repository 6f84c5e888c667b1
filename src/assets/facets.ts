import type { AssetOrigin, AssetStatus } from './asset.entity.ts';
import type { AssetOrientation } from './asset.inputs.ts';

/*
 * A picture's `facets` are the numbers of its tags, and the numbers below for its status, colour and other properties. If few
 * pictures match a filter, one index finds them by facets faster than a scan of the list. The database function `facets_of`
 * computes the facets.
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
