import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { Node } from '../../platform/graphql/schema/node.ts';
import { newId } from '../../platform/ids.ts';
import { PublishChannel } from '../publish-action.ts';
import { MAX_POINTERS } from './external-tool.inputs.ts';
import { ToolNameMatch } from './tool-name-match.ts';

const OutwardToolSchema = defineEntity({
  name: 'OutwardTool',
  properties: {
    id: p
      .string()
      .primary()
      .onCreate(() => newId('outwardTool')),
    name: p.string().length(128),
    match: p.enum(() => ToolNameMatch),
    channel: p.enum(() => PublishChannel),
    targetPointers: p.array(),
    targetPrefix: p.string().length(80),
    // `HOUSE`, or the id of a customer: a tool is marked once for each of them.
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

/** For everybody who uses the service. */
export const HOUSE = 'HOUSE';

@ObjectType({
  implements: Node,
  description: 'A tool that writes outside: a model’s call of it is not handed on, but asked of people first.',
})
export class OutwardTool extends OutwardToolSchema.class implements Node {
  @Field(() => ID) declare id: string;

  @Field(() => String, { description: 'Its name, or how the names begin, in lower case.' }) declare name: string;

  @Field(() => ToolNameMatch, { description: 'Which of the two it is.' }) declare match: ToolNameMatch;

  @Field(() => PublishChannel, { description: 'Where it would write.' }) declare channel: PublishChannel;

  @AtMost(MAX_POINTERS)
  @Field(() => [String], { description: 'Where in its arguments those stand whom it would reach: JSON pointers.' })
  declare targetPointers: string[];

  @Field(() => String, { description: 'What is put before each of them, e.g. `contact/`. Mostly empty.' })
  declare targetPrefix: string;

  @Field(() => String, { description: 'Who has marked it, e.g. `operator:op_…`.' }) declare markedBy: string;

  @Field(() => GraphQLDateTime, { description: 'Since when its calls are asked of people first.' })
  declare markedAt: Opt<Date>;
}
OutwardToolSchema.setClass(OutwardTool);
