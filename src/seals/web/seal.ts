import type { SealByIdQuery } from '../../web/generated/seals/graphql.ts';

/** A seal with all fields that its screen shows. */
export type FullSeal = NonNullable<SealByIdQuery['seal']>;
