import type { AssetOrigin, AssetStatus } from './asset.entity.ts';
import type { AssetOrientation } from './asset.inputs.ts';

/*
 * A picture's `facets` are the numbers of its tags, and these for what else it is found by. Only a few pictures have all of what
 * is asked for when walking the list takes long, and one index finds those by their facets. `facets_of` of the database writes them.
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
/** Of a tag that there is not: no picture has it. */
export const NO_TAG = 0;
