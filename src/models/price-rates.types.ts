import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import { CATALOGUE_LIMITS } from './check/catalogue-shape.ts';

@ObjectType('PriceTier', {
  description: 'Rates for inputs above a size, in micros per million tokens.',
})
export class PriceTierView {
  @Field(() => Int, {
    description:
      'The rates apply to inputs with more tokens than this, up to the next tier. The first tier includes inputs of 0 tokens.',
  })
  readonly aboveInputTokens!: number;
  @Field(() => GraphQLSafeInt, { description: 'Price of input, in micros per million tokens.' })
  readonly inputMicros!: number;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      "Price of input read from the provider's cache, in micros per million tokens. Null: same as other input.",
  })
  readonly cachedInputMicros!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Price of input that the provider writes into its cache, in micros per million tokens. Null: same as other input.',
  })
  readonly cacheWriteMicros?: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Price of input that the provider caches for one hour, in micros per million tokens. Null: same as other cache writes.',
  })
  readonly hourCacheWriteMicros?: number | null;
  @Field(() => GraphQLSafeInt, { description: 'Price of output, including reasoning, in micros per million tokens.' })
  readonly outputMicros!: number;
}

@ObjectType('PeakWindow', {
  description: 'Period of the day in UTC with peak prices. A window whose start is after its end spans midnight.',
})
class PeakWindowView {
  @Field(() => Int, { description: 'Hour of the day at which the window starts, 0 to 23.' }) readonly fromHour!: number;
  @Field(() => Int, { description: 'Hour of the day at which the window ends, exclusive, 0 to 24.' })
  readonly toHour!: number;
}

@ObjectType('PeakHours', { description: 'Hours with higher prices.' })
export class PeakHoursView {
  @AtMost(CATALOGUE_LIMITS.windows)
  @Field(() => [PeakWindowView], { description: 'Periods of the day with peak prices.' })
  readonly windows!: PeakWindowView[];
  @Field(() => Boolean, { description: 'True if Saturday and Sunday (UTC) have no peak hours.' })
  readonly isWeekdaysOnly!: boolean;
  @Field(() => Float, { description: 'Multiplier of all rates during peak hours, at least 1.' })
  readonly factor!: number;
}
