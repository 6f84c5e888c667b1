import type { BankQuery, PictureQuery } from '../../web/generated/assets/graphql.ts';

/** As the list has it. */
export type BankPicture = BankQuery['assets']['nodes'][number];

/** With all that is known of it. */
export type PictureDetails = NonNullable<PictureQuery['asset']>;
