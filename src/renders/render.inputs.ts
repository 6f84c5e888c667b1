import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { AssetKind } from '../assets/index.ts';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { RenderStatus } from './render.entity.ts';

/** A proxy in front of us gives up after half a minute; an answer must come before that. */
export const MAX_WAIT_SECONDS = 25;

@InputType({ description: 'A brief: what to draw, how large, and what to call it.' })
export class RequestRenderInput {
  @Field(() => String, {
    description: 'What to draw; for the engine of this service in English or French. 1 to 2,000 characters.',
  })
  prompt!: string;

  @Field(() => AssetKind, { defaultValue: AssetKind.IMAGE, description: 'What to make.' })
  kind!: AssetKind;

  @Field(() => String, {
    nullable: true,
    description:
      'Default: what is drawn, e.g. `Lake at dusk`; of a picture by a model, whose content nobody knows, `Asked for:` and the prompt.',
  })
  title?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Tags of your own, besides those of what the engine of this service draws. A picture by a model has no others.',
  })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Who or what asks, for the record.' })
  source?: string | null;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether the picture becomes an asset.' })
  saveToBank!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: '256 to 2,048 pixels. Default: 1,024; for strangers 512. A model may give another size.',
  })
  width?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: '256 to 2,048 pixels. Default: 1,024; for strangers 512. A model may give another size.',
  })
  height?: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Any whole number from 0. Default: chosen at random.' })
  seed?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether a brief whose subject the engine of this service cannot draw is refused, where that would draw it. Default: no, and the `note` says so.',
  })
  strict?: boolean | null;

  @Field(() => String, { nullable: true, description: 'The same key with the same input gives the same render.' })
  idempotencyKey?: string | null;

  @Field(() => Int, {
    defaultValue: 0,
    description: `Seconds to wait for the picture before answering: 0 to ${MAX_WAIT_SECONDS}.`,
  })
  waitSeconds!: number;
}

/** What is asked for, whoever waits for it and however long. */
export type RenderBrief = Omit<RequestRenderInput, 'waitSeconds'>;

@InputType({ description: 'A render that goes on.' })
export class CancelRenderInput {
  @Field(() => ID)
  id!: string;
}

@InputType({ description: 'A render that failed, was canceled or was aborted.' })
export class RetryRenderInput {
  @Field(() => ID)
  id!: string;
}

/** Of what is looked for in prompts, in UTF-16 code units: fewer than three say too little for the index. */
export const MIN_SEARCH_LENGTH = 3;
export const MAX_SEARCH_LENGTH = 200;

@InputType({ description: 'All that is given has to be met; of a list, one of it.' })
export class RenderFilter extends CreatedFilter {
  @Field(() => [RenderStatus], { nullable: true })
  status?: RenderStatus[] | null;

  @Field(() => String, {
    nullable: true,
    description: `Part of the prompt: ${MIN_SEARCH_LENGTH} to ${MAX_SEARCH_LENGTH} characters. Case and accents don't matter.`,
  })
  search?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Those whose picture is in the bank, or the others.' })
  hasAsset?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Who asked for them, as `requestedBy` has it. Of those that one may see.',
  })
  requestedBy?: string[] | null;
}

const RenderOrder = orderInput('Render', {
  CREATED_AT: 'When they were asked for.',
  COMPLETED_AT: 'When they ended. Those that go on count as ending last.',
});

@ArgsType()
export class RendersArgs extends PageArgs {
  @Field(() => RenderFilter, { nullable: true })
  filter?: RenderFilter | null;

  @Field(() => RenderOrder, { nullable: true, description: 'Default: those that were asked for last come first.' })
  orderBy?: PageOrder<'CREATED_AT' | 'COMPLETED_AT'> | null;
}
