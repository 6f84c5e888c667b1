import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Node } from '../../platform/graphql/schema/node.ts';
import { newId } from '../../platform/ids.ts';
import { PublishChannel } from '../publish-action.ts';
import { MAX_POINTERS } from './external-tool.inputs.ts';
import { ToolNameMatch } from './tool-name-match.ts';

const ExternalToolSchema = defineEntity({
  name: 'ExternalTool',
  tableName: 'outward_tool',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('externalTool')),
    name: p.string().length(128),
    match: p.enum(() => ToolNameMatch),
    channel: p.enum(() => PublishChannel),
    targetPointers: p.array(),
    targetPrefix: p.string().length(80),
    // Callers for whom the tool is marked: `HOUSE` for all callers, or the id of a customer. The combination of name, `match`
    // and `markedFor` is unique.
    markedFor: p.string(),
    markedBy: p.string(),
    markedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  uniques: [{ properties: ['name', 'match', 'markedFor'] }],
  indexes: [
    {
      name: 'outward_tool_name_id_index',
      expression: `create index "outward_tool_name_id_index" on "outward_tool" (lower("name"), "id")`,
    },
  ],
});

/** `markedFor` of a mark that applies to all callers. */
export const SERVICE_WIDE = 'HOUSE';

@ObjectType({
  implements: Node,
  description: 'Tool whose calls by models are withheld and filed for approval.',
})
export class ExternalTool extends ExternalToolSchema.class implements Node {
  @Field(() => ID, { description: 'Globally unique id.' }) declare id: string;

  @Field(() => String, { description: 'Name of the tool, or prefix of names, in lower case.' }) declare name: string;

  @Field(() => ToolNameMatch, { description: 'Comparison of `name`: exact or as a prefix.' })
  declare match: ToolNameMatch;

  @Field(() => PublishChannel, { description: 'Channel that the tool writes to.' }) declare channel: PublishChannel;

  @AtMost(MAX_POINTERS)
  @Field(() => [String], { description: 'JSON pointers to the recipients in the tool’s arguments.' })
  declare targetPointers: string[];

  @Field(() => String, {
    description: 'Prefix that the service puts before each recipient to form a target, e.g. `contact/`. Usually empty.',
  })
  declare targetPrefix: string;

  @Field(() => String, { description: 'Actor who decided that calls of the tool need approval, e.g. `operator:op_…`.' })
  declare markedBy: string;

  @Field(() => GraphQLDateTime, { description: 'Time since which calls of the tool need approval.' })
  declare markedAt: Opt<Date>;
}
ExternalToolSchema.setClass(ExternalTool);
