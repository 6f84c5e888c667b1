import type { SealByIdQuery } from '../../web/generated/seals/graphql.ts';

/** A seal with all fields of its screen. */
export type WholeSeal = NonNullable<SealByIdQuery['seal']>;
