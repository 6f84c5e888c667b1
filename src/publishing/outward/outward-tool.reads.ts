import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import { isoTime, Projection } from '../../platform/graphql/reads/projection.ts';
import { within } from '../../platform/graphql/schema/created-filter.ts';
import { HOUSE, type OutwardTool } from './outward-tool.entity.ts';
import type { OutwardToolsArgs } from './outward-tool.inputs.ts';

const outwardTool = new Projection({
  typeName: 'OutwardTool',
  row: 'outward_tool',
  fields: {
    id: 'outward_tool.id',
    name: 'outward_tool.name',
    match: 'outward_tool.match',
    channel: 'outward_tool.channel',
    targetPointers: 'outward_tool.target_pointers',
    targetPrefix: 'outward_tool.target_prefix',
    customerId: `nullif(outward_tool.marked_for, '${HOUSE}')`,
    markedBy: 'outward_tool.marked_by',
    markedAt: isoTime('outward_tool.marked_at'),
  },
});

/** All marks there are, the newest first. */
export const outwardToolPages = new PageProjection<OutwardToolsArgs, OutwardTool>({
  typeName: 'OutwardToolConnection',
  node: outwardTool,
  ids: 'outwardTool',
  orders: { MARKED_AT: 'id', NAME: { sql: 'lower(outward_tool.name)', type: 'text' } },
  filter({ filter }) {
    const { channel, customerId, markedAfter, markedBefore } = filter ?? {};
    const values: unknown[] = [];
    const conditions: string[] = [];
    if (channel) conditions.push(`outward_tool.channel = any($${values.push(channel)})`);
    if (customerId) conditions.push(`outward_tool.marked_for = $${values.push(customerId)}`);
    const names = ['markedAfter', 'markedBefore'] as const;
    conditions.push(...within('outward_tool.marked_at', markedAfter, markedBefore, values, names));
    return { conditions, values };
  },
});

export const outwardToolReads = { outwardTools: outwardToolPages.compilable };
