import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { AssetKind } from '../assets/index.ts';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { CreatedFilter } from '../platform/graphql/schema/created-filter.ts';
import { RenderStatus } from './render.entity.ts';

/** Some proxies end a request after 30 seconds, so the service responds earlier. */
export const MAX_WAIT_SECONDS = 25;

@InputType({ description: 'Brief of a picture: its content, size and title.' })
export class RequestRenderInput {
  @Field(() => String, {
    description: 'Text to draw, 1 to 2,000 characters. The embedded engine reads English and French.',
  })
  prompt!: string;

  @Field(() => AssetKind, { defaultValue: AssetKind.IMAGE, description: 'Kind of the result. Default: IMAGE.' })
  kind!: AssetKind;

  @Field(() => String, {
    nullable: true,
    description:
      'Title of the picture. Default: the content, such as `Lake at dusk`. For a picture by a model: `Asked for:` and the prompt, because its content is unchecked.',
  })
  title?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Tags for the picture, at most 32, in addition to those that the embedded engine sets. A picture by a model only gets these.',
  })
  tags?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Text on where the request comes from, at most 200 characters, stored with the render and its asset.',
  })
  source?: string | null;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'True to save the picture as an asset in the image bank. Default: true.',
  })
  saveToBank!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Width in pixels: 256 to 2,048, or 256 to 512 for a sandbox render. Default: 1,024, or 512 for a sandbox render. A model can return another size.',
  })
  width?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Height in pixels: 256 to 2,048, or 256 to 512 for a sandbox render. Default: 1,024, or 512 for a sandbox render. A model can return another size.',
  })
  height?: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Seed of the picture, a whole number from 0. Default: random.',
  })
  seed?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the service refuses the brief if it chose the embedded engine, and the engine can’t draw its subject. Default: false: the engine draws the rest, and the `note` of the render names what is missing.',
  })
  strict?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Idempotency key. A repeated request with the same key and input returns the first render. Anonymous callers can’t use it.',
  })
  idempotencyKey?: string | null;

  @Field(() => Int, {
    defaultValue: 0,
    description: `Maximum number of seconds to wait for the picture before the response: 0 to ${MAX_WAIT_SECONDS}. Default: 0.`,
  })
  waitSeconds!: number;
}

/** A brief: the input without `waitSeconds`, which isn't part of the brief. */
export type RenderBrief = Omit<RequestRenderInput, 'waitSeconds'>;

@InputType({ description: 'Render to cancel.' })
export class CancelRenderInput {
  @Field(() => ID, { description: 'Id of the render.' })
  renderId!: string;
}

@InputType({ description: 'Render to retry. It must have failed, or been canceled or aborted.' })
export class RetryRenderInput {
  @Field(() => ID, { description: 'Id of the render.' })
  renderId!: string;
}

/** Minimum length of a search text, in UTF-16 code units. The trigram index can't find shorter texts. */
export const MIN_SEARCH_LENGTH = 3;
export const MAX_SEARCH_LENGTH = 200;

@InputType({
  description: 'Filter for renders. All given conditions must match. A list matches if one of its values does.',
})
export class RenderFilter extends CreatedFilter {
  @Field(() => [RenderStatus], { nullable: true, description: 'Only renders with one of these statuses.' })
  status?: RenderStatus[] | null;

  @Field(() => String, {
    nullable: true,
    description: `Part of the prompt: ${MIN_SEARCH_LENGTH} to ${MAX_SEARCH_LENGTH} characters. Case and accents don't matter.`,
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only renders whose picture is in the image bank. False: only the others.',
  })
  hasAsset?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only renders of these requesters, as in `requestedBy`, among those that you can see.',
  })
  requestedBy?: string[] | null;
}

const RenderOrder = orderInput('Render', {
  CREATED_AT: 'Time when the render was requested.',
  COMPLETED_AT: 'Time when the render ended. Renders in progress count as later than all others.',
});

@ArgsType()
export class RendersArgs extends PageArgs {
  @Field(() => RenderFilter, { nullable: true, description: 'Only matching renders.' })
  filter?: RenderFilter | null;

  @Field(() => RenderOrder, { nullable: true, description: 'Sort order. Default: newest request first.' })
  orderBy?: PageOrder<'CREATED_AT' | 'COMPLETED_AT'> | null;
}
