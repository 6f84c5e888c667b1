import { stateOfApproval } from '../approvals/index.ts';
import type { Principal } from '../platform/auth/principal.ts';
import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/reads/page-projection.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { visibleRequests } from './publishing.access.ts';
import type { PublishRequestsArgs } from './publishing.inputs.ts';

const STATE = stateOfApproval('publish_request.approval_id');

const request = entityProjection(PublishRequest, {
  fields: {
    runIds: 'to_jsonb(publish_request.run_ids)',
    assetIds: 'to_jsonb(publish_request.asset_ids)',
    state: STATE,
  },
});

/** Lists publish requests, newest first by default. */
export const publishRequestPages = new PageProjection<PublishRequestsArgs, { id: string }>({
  typeName: 'PublishRequestConnection',
  node: request,
  ids: 'publishRequest',
  orders: { CREATED_AT: 'id', TARGET_COUNT: { sql: 'publish_request.target_count', type: 'integer' } },
  createdAt: 'publish_request.created_at',
  filter({ filter }, { principal }) {
    const { state, channel, tool, requestedBy, customerId } = filter ?? {};
    const { conditions, values } = visibleTo(principal);
    const oneOf = (column: string, wanted: readonly string[] | null | undefined) => {
      if (wanted) conditions.push(`${column} = any($${values.push(wanted)})`);
    };
    oneOf(STATE, state);
    oneOf('publish_request.channel', channel);
    oneOf('publish_request.tool', tool);
    oneOf('publish_request.asked_by', requestedBy);
    oneOf('publish_request.customer_id', customerId);
    return { conditions, values };
  },
});

/** Queries whose JSON PostgreSQL builds directly, without resolvers. */
export const publishingReads: CompilableFields = {
  publishRequests: publishRequestPages.compilable,
  publishRequest: compilableRow(request, ({ id }: { id: string }, { principal }) => {
    const { conditions, values } = visibleTo(principal);
    return { conditions: [...conditions, `publish_request.id = $${values.push(id)}`], values };
  }),
};

interface RequestConditions extends RowFilter {
  conditions: string[];
  values: unknown[];
}

function visibleTo(principal: Principal): RequestConditions {
  const whose = visibleRequests(principal);
  if (whose === null) return { conditions: [], values: [] };
  const own = { conditions: ['publish_request.owner = $1'], values: [whose.owner] };
  if (whose.asker === null) return own;
  return { conditions: [...own.conditions, '$2 = any(publish_request.askers)'], values: [whose.owner, whose.asker] };
}
