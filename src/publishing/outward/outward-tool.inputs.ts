import { Field, ID, InputType } from 'type-graphql';
import { PublishChannel } from '../publish-action.ts';
import { ToolNameMatch } from './tool-name-match.ts';

/** Of one tool. */
export const MAX_POINTERS = 10;
export const MAX_POINTER_LENGTH = 200;
export const MAX_PREFIX_LENGTH = 80;

@InputType({ description: 'A tool that writes outside.' })
export class MarkToolOutwardInput {
  @Field(() => String, {
    description:
      'Its name as callers give it to models, or how such names begin: 1 to 64 letters, digits, `_` and `-`.',
  })
  name!: string;

  @Field(() => ToolNameMatch, { nullable: true, description: 'Left out: `EXACT`.' }) match?: ToolNameMatch | null;

  @Field(() => PublishChannel, { description: 'Where it would write.' }) channel!: PublishChannel;

  @Field(() => [String], {
    description: `Where in its arguments those stand whom it would reach: 1 to ${MAX_POINTERS} JSON pointers, e.g. \`/to\`, each to a text or a list of texts. Every place that it reaches anybody by has to be named.`,
  })
  targetPointers!: string[];

  @Field(() => String, {
    nullable: true,
    description: `What is put before what stands there, so that it is a target, e.g. \`contact/\` before an id: at most ${MAX_PREFIX_LENGTH} characters.`,
  })
  targetPrefix?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Of the customer whose calls it is marked for. Left out: everybody’s.',
  })
  customerId?: string | null;
}

@InputType({ description: 'A tool whose calls are handed on again.' })
export class UnmarkToolInput {
  @Field(() => ID, { description: 'Of the mark.' }) outwardToolId!: string;
}
