import type { SealByIdQuery } from '../../web/generated/seals/graphql.ts';

/** A seal with all fields of its screen. */
export type FullSeal = NonNullable<SealByIdQuery['seal']>;
