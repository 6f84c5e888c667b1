import type { AssetFilter, AssetOrder, AssetStatus } from '../../web/generated/assets/graphql.ts';
import { field, filtersOf, type useFilters } from '../../web/kit/address.ts';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';

/** Filters of the list of pictures, as parameters of the page's address. */
export const BANK_FILTERS = filtersOf({
  q: field.text(),
  tags: field.texts(64),
  any: field.texts(64),
  none: field.texts(64),
  status: field.oneOf(['LIVE', 'QUARANTINED', 'ARCHIVED', 'TRASHED', 'EVERY']),
  origin: field.oneOf(['RENDER', 'UPLOAD', 'IMPORT']),
  shape: field.oneOf(['LANDSCAPE', 'PORTRAIT', 'SQUARE']),
  size: field.oneOf(['640', '1280', '1920', '3840']),
  color: field.text(7),
  licence: field.flag(),
  from: field.day(),
  to: field.day(),
  order: field.oneOf(['OLDEST', 'CHANGED', 'TITLE', 'LARGEST']),
});
export type BankFilters = ReturnType<typeof useFilters<typeof BANK_FILTERS>>['filters'];

const EVERY: AssetStatus[] = ['LIVE', 'ARCHIVED', 'QUARANTINED', 'TRASHED'];

export function assetFilterOf(filters: BankFilters): AssetFilter {
  const { q, tags, any, none, status, origin, shape, size, color, licence, from, to } = filters;
  return {
    search: q,
    tags,
    anyOfTags: any,
    noneOfTags: none,
    // Without a status in the filter, the list omits pictures in the trash.
    status: status === 'EVERY' ? EVERY : status && [status],
    origin: origin && [origin],
    orientation: shape && [shape],
    minWidth: size ? Number(size) : undefined,
    color: color && /^#[\da-f]{6}$/i.test(color) ? color : undefined,
    hasLicence: licence === undefined ? undefined : licence === 'true',
    createdAfter: dayBegins(from),
    createdBefore: dayEnds(to),
  };
}

const ORDERS: Readonly<Record<NonNullable<BankFilters['order']>, AssetOrder>> = {
  OLDEST: { field: 'CREATED_AT', direction: 'ASC' },
  CHANGED: { field: 'UPDATED_AT', direction: 'DESC' },
  TITLE: { field: 'TITLE', direction: 'ASC' },
  LARGEST: { field: 'SIZE', direction: 'DESC' },
};

export function assetOrderOf({ order }: BankFilters): AssetOrder | undefined {
  return order && ORDERS[order];
}
