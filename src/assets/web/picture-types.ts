import type { BankQuery, PictureQuery } from '../../web/generated/assets/graphql.ts';

/** Picture in the list, with the fields that its query reads. */
export type BankPicture = BankQuery['assets']['nodes'][number];

/** Picture with the fields that the screen of one picture reads. */
export type PictureDetails = NonNullable<PictureQuery['asset']>;
