import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
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

@InputType({ description: 'Which marks. All that is given has to be met; of a list, one of it.' })
class OutwardToolFilter {
  @Field(() => [PublishChannel], { nullable: true, description: 'Where the tool would write.' })
  channel?: PublishChannel[] | null;

  @Field(() => ID, { nullable: true, description: 'Of the customer whose calls alone it is marked for.' })
  customerId?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Marked then or later.' })
  markedAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Marked before then.' })
  markedBefore?: Date | null;
}

/** What the list can be ordered by. */
const OutwardToolOrder = orderInput('OutwardTool', {
  MARKED_AT: 'When it was marked.',
  NAME: 'The tool’s name. Capital and small letters are the same.',
});
type OutwardToolOrder = InstanceType<typeof OutwardToolOrder>;

@ArgsType()
export class OutwardToolsArgs extends PageArgs {
  @Field(() => OutwardToolFilter, { nullable: true })
  filter?: OutwardToolFilter | null;

  @Field(() => OutwardToolOrder, { nullable: true, description: 'Default: newest first.' })
  orderBy?: OutwardToolOrder | null;
}
