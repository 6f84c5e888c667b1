import type { BankQuery, PictureQuery } from '../../web/generated/assets/graphql.ts';

/** Picture in the list, with the fields that its query reads. */
export type BankPicture = BankQuery['assets']['nodes'][number];

/** Picture with all details. */
export type PictureDetails = NonNullable<PictureQuery['asset']>;
