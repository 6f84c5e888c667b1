import { entityProjection } from '../../platform/graphql/reads/entity-projection.ts';
import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import { within } from '../../platform/graphql/schema/created-filter.ts';
import { ExternalTool, SERVICE_WIDE } from './external-tool.entity.ts';
import type { ExternalToolsArgs } from './external-tool.inputs.ts';

const externalTool = entityProjection(ExternalTool, {
  fields: {
    customerId: `nullif(outward_tool.marked_for, '${SERVICE_WIDE}')`,
  },
});

/** Lists the tools whose calls need approval, newest first by default. */
export const externalToolPages = new PageProjection<ExternalToolsArgs, ExternalTool>({
  typeName: 'ExternalToolConnection',
  node: externalTool,
  ids: 'externalTool',
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

export const externalToolReads = { externalTools: externalToolPages.compilable };
