import { badUserInput } from '../../platform/errors.ts';
import { assertPageSize } from '../../platform/graphql/connection.ts';
import { PageProjection } from '../../platform/graphql/page-projection.ts';
import { isoTime, Projection } from '../../platform/graphql/projection.ts';
import { isId } from '../../platform/ids.ts';
import { HOUSE, type OutwardTool } from './outward-tool.entity.ts';

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
export const outwardToolPages = new PageProjection<{ first: number; after?: string | null }, OutwardTool>({
  typeName: 'OutwardToolConnection',
  node: outwardTool,
  filter({ first, after }) {
    assertPageSize(first);
    if (after !== undefined && after !== null && !isId('outwardTool', after)) {
      const detail = '`after` is no cursor of this list. Use the `endCursor` of the page before.';
      throw badUserInput(detail, [{ pointer: '/after', detail }]);
    }
    return { conditions: [], values: [] };
  },
});

export const outwardToolReads = { outwardTools: outwardToolPages.compilable };
