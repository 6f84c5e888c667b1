import type { SealByIdQuery } from '../../web/generated/seals/graphql.ts';

/** A seal with all that its screen shows. */
export type WholeSeal = NonNullable<SealByIdQuery['seal']>;
