import DataLoader from 'dataloader';
import { can, type Principal, requesterOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import type { NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/reads/page-projection.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { Approval, ApprovalDecision, type ApprovalSubject } from './approval.entity.ts';
import type { ApprovalsArgs } from './approval.inputs.ts';
import { MAX_DECISIONS } from './approvers.ts';

/**
 * Filter for the approvals that the caller can see: all (null), those of the caller’s customer account, or those that the caller
 * requested.
 */
export function visibleApprovals(principal: Principal): { customerId: string } | { requestedBy: string } | null {
  if (can(principal, 'approvals:read')) return null;
  const { accountId } = principal;
  return accountId === undefined ? { requestedBy: requesterOf(principal) } : { customerId: accountId };
}

/**
 * SQL of an approval’s state. A pending request counts as expired from its deadline on, even before maintenance updates the row.
 */
const STATE = `(case when approval.state = 'PENDING' and approval.expires_at <= now() then 'EXPIRED' else approval.state end)`;

/** SQL that selects the state of an approval by id, for features whose objects have the state of their approval. */
export const stateOfApproval = (id: string) => `(select ${STATE} from approval where approval.id = ${id})`;

/** SQL that selects the time at which a request was approved. Null if it isn’t approved. */
export const approvedAt = (id: string) =>
  `(select approval.decided_at from approval where approval.id = ${id} and approval.state = 'APPROVED')`;

export const approvalProjection = entityProjection(Approval, {
  fields: {
    state: STATE,
  },
});

/** Lists requests for approval, newest first by default. */
export const approvalPages = new PageProjection<ApprovalsArgs, { id: string }>({
  typeName: 'ApprovalConnection',
  node: approvalProjection,
  ids: 'approval',
  orders: {
    CREATED_AT: 'id',
    EXPIRES_AT: { sql: 'approval.expires_at', type: 'time' },
    DECIDED_AT: { sql: 'approval.decided_at', type: 'time', isNullable: true },
  },
  createdAt: 'approval.created_at',
  filter({ filter }, { principal }) {
    const { state, subjectKind, subjectId, customerId, requestedBy, decidedBy } = filter ?? {};
    const { conditions, values } = visibleTo(principal);
    const oneOf = (column: string, wanted: readonly string[] | null | undefined) => {
      if (wanted) conditions.push(`${column} = any($${values.push(wanted)})`);
    };
    // This condition has the form of the partial index of pending requests, so that PostgreSQL uses the index.
    if (state?.length === 1 && state[0] === 'PENDING') {
      conditions.push(`approval.state = 'PENDING'`, 'approval.expires_at > now()');
    } else oneOf(STATE, state);
    oneOf('approval.subject_kind', subjectKind);
    oneOf('approval.subject_id', subjectId);
    oneOf('approval.customer_id', customerId);
    oneOf('approval.asked_by', requestedBy);
    if (decidedBy) {
      const one = `decided_by = any($${values.push(decidedBy)})`;
      conditions.push(`exists (select from approval_decision where approval_id = approval.id and ${one})`);
    }
    return { conditions, values };
  },
});

/** Read of an approval by its id, for the queries `node` and `nodes`. */
export const approvalNode: NodeRead = {
  projection: approvalProjection,
  visible: ({ principal }) => (can(principal, 'own-approvals:manage') ? visibleTo(principal) : null),
};

/** Queries whose JSON PostgreSQL builds directly, without resolvers. */
export const approvalReads: CompilableFields = {
  approvals: approvalPages.compilable,
  approval: compilableRow(approvalProjection, ({ id }: { id: string }, { principal }) => {
    const { conditions, values } = visibleTo(principal);
    return { conditions: [...conditions, `approval.id = $${values.push(id)}`], values };
  }),
};

interface ApprovalConditions extends RowFilter {
  conditions: string[];
  values: unknown[];
}

function visibleTo(principal: Principal): ApprovalConditions {
  const whose = visibleApprovals(principal);
  if (whose === null) return { conditions: [], values: [] };
  return 'customerId' in whose
    ? { conditions: ['approval.customer_id = $1'], values: [whose.customerId] }
    : { conditions: ['approval.asked_by = $1'], values: [whose.requestedBy] };
}

export const decisionsOfApprovals = ({ em }: Context) =>
  new DataLoader<string, ApprovalDecision[]>(async (ids) => {
    const decisions = await em.find(
      ApprovalDecision,
      { approval: { $in: [...ids] } },
      { orderBy: { id: 'asc' }, limit: ids.length * MAX_DECISIONS },
    );
    const found = Map.groupBy(decisions, ({ approval }) => approval.id);
    return ids.map((id) => found.get(id) ?? []);
  });

/** Loads approvals by id. Null for an approval that doesn’t exist or that the caller can’t see. */
export const approvalsById = ({ em, principal }: Context) =>
  new DataLoader<string, Approval | null>(async (ids) => {
    const all = await em.find(Approval, { id: { $in: [...ids] }, ...visibleApprovals(principal) });
    const found = new Map(all.map((one) => [one.id, one]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Loaders of a subject’s newest approval, by the kind of subject. */
const loaders = new Map<ApprovalSubject, (ctx: Context) => DataLoader<string, Approval | null>>();

export function approvalsOf(kind: ApprovalSubject): (ctx: Context) => DataLoader<string, Approval | null> {
  let loader = loaders.get(kind);
  if (!loader) {
    loader = ({ em }) =>
      new DataLoader(async (subjectIds) => {
        const all = await em.find(
          Approval,
          { subjectKind: kind, subjectId: { $in: [...subjectIds] } },
          { orderBy: { id: 'asc' } },
        );
        const newest = new Map(all.map((one) => [one.subjectId, one]));
        return subjectIds.map((id) => newest.get(id) ?? null);
      });
    loaders.set(kind, loader);
  }
  return loader;
}
