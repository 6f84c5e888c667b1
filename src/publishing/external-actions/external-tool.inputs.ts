import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { orderInput } from '../../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../../platform/graphql/schema/connection.ts';
import { PublishChannel } from '../publish-action.ts';
import { ToolNameMatch } from './tool-name-match.ts';

/** Maximum number of JSON pointers to recipients per tool. */
export const MAX_POINTERS = 10;
export const MAX_POINTER_LENGTH = 200;
export const MAX_PREFIX_LENGTH = 80;

@InputType({ description: 'Tool whose calls need approval.' })
export class MarkExternalToolInput {
  @Field(() => String, {
    description:
      'Name of the tool as callers give it to models, or a prefix of names: 1 to 64 letters, digits, `_` and `-`.',
  })
  name!: string;

  @Field(() => ToolNameMatch, {
    nullable: true,
    description: 'Comparison of `name`: exact or as a prefix. Default: `EXACT`.',
  })
  match?: ToolNameMatch | null;

  @Field(() => PublishChannel, { description: 'Channel that the tool writes to.' }) channel!: PublishChannel;

  @Field(() => [String], {
    description: `JSON pointers to the recipients in the tool’s arguments: 1 to ${MAX_POINTERS}, e.g. \`/to\`, each to a text or a list of texts. List every place that can name a recipient.`,
  })
  targetPointers!: string[];

  @Field(() => String, {
    nullable: true,
    description: `Prefix that the service puts before each recipient to form a target, e.g. \`contact/\` before an id. At most ${MAX_PREFIX_LENGTH} characters.`,
  })
  targetPrefix?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the customer whose calls need approval. Default: the calls of all callers.',
  })
  customerId?: string | null;
}

@InputType({ description: 'Tool whose calls no longer need approval.' })
export class UnmarkExternalToolInput {
  @Field(() => ID, { description: 'Id of the `ExternalTool` to delete.' }) externalToolId!: string;
}

@InputType({
  description:
    'Filter for tools whose calls need approval. All given conditions must match. A list matches if one of its values does.',
})
class ExternalToolFilter {
  @Field(() => [PublishChannel], { nullable: true, description: 'Only tools that write to these channels.' })
  channel?: PublishChannel[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only tools that are marked for this customer alone, not those marked for all callers.',
  })
  customerId?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only tools whose calls have needed approval since this time or later.',
  })
  markedAfter?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Only tools whose calls have needed approval since before this time.',
  })
  markedBefore?: Date | null;
}

const ExternalToolOrder = orderInput('ExternalTool', {
  MARKED_AT: 'Time since which calls of the tool need approval.',
  NAME: 'Name of the tool, ignoring case.',
});
type ExternalToolOrder = InstanceType<typeof ExternalToolOrder>;

@ArgsType()
export class ExternalToolsArgs extends PageArgs {
  @Field(() => ExternalToolFilter, { nullable: true, description: 'Only tools that match this filter. Default: all.' })
  filter?: ExternalToolFilter | null;

  @Field(() => ExternalToolOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: ExternalToolOrder | null;
}
