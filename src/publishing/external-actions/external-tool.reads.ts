import { entityProjection } from '../../platform/graphql/reads/entity-projection.ts';
import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import { within } from '../../platform/graphql/schema/created-filter.ts';
import { HOUSE, OutwardTool } from './external-tool.entity.ts';
import type { OutwardToolsArgs } from './external-tool.inputs.ts';

const outwardTool = entityProjection(OutwardTool, {
  fields: {
    customerId: `nullif(outward_tool.marked_for, '${HOUSE}')`,
  },
});

/** Lists all marks, newest first. */
export const externalToolPages = new PageProjection<OutwardToolsArgs, OutwardTool>({
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

export const externalToolReads = { outwardTools: externalToolPages.compilable };
