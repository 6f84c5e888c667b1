import { GraphQLDateTime, GraphQLNonNegativeInt } from 'graphql-scalars';
import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import type { ReadContributions } from '../platform/contributions.ts';
import { ExpirationKind, type UpcomingExpiration, upcomingExpirations } from '../platform/expirations/expirations.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';

describeEnum(ExpirationKind, 'ExpirationKind', 'Kind of item with an expiry date.', {
  PRICE: 'The price of a deployment. Accounts with a hard limit can’t use a deployment without a price.',
  CUSTOMER_KEY: 'A key of a customer.',
  AGENT_KEY: 'A key of an agent.',
  OPERATOR_TOKEN: 'A personal token of an operator.',
  PARTNER_LINK: 'A link of a partner.',
  CERTIFICATE: 'The certificate of the time stamping authority.',
});

/** Maximum number of items listed. The metric counts all. */
const MOST = 100;

@ObjectType('Expiration', {
  description:
    'Key, token, link, price or certificate that expires within 30 days or has expired, and has no successor.',
})
class ExpirationView {
  @Field(() => ExpirationKind, { description: 'Kind of what expires.' }) readonly kind!: ExpirationKind;
  @Field(() => String, {
    description: 'Id of the key, token or link; name of the deployment; SHA-256 of the certificate.',
  })
  readonly subjectId!: string;
  @Field(() => String, { description: 'Display name of what expires.' }) readonly title!: string;
  @Field(() => GraphQLDateTime, { description: 'Time of the expiry, in the future or past.' }) readonly endsAt!: Date;
  @Field(() => GraphQLNonNegativeInt, {
    description: 'Days before the expiry at which the last event announced it: 30, 7 or 1. 0 after the expiry.',
  })
  readonly daysBefore!: number;
}

/** Lists items that expire soon, for operators. */
@Resolver()
export class ExpirationsResolver {
  readonly #contributed: ReadContributions;

  constructor(contributed: ReadContributions) {
    this.#contributed = contributed;
  }

  @AccessFor('facilities:read')
  @AtMost(MOST)
  @Query(() => [ExpirationView], {
    description:
      'Prices, keys, tokens, links and certificates without a successor that end within 30 days or have ended and are still needed, soonest first. At most 100.',
  })
  async expirations(@Ctx() ctx: Context): Promise<UpcomingExpiration[]> {
    return (await upcomingExpirations(ctx, this.#contributed)).slice(0, MOST);
  }
}
