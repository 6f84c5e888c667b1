import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import type { NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/reads/page-projection.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { containsText } from '../platform/graphql/reads/text-search.ts';
import { composeText } from '../proof/normal-form.ts';
import { readableCases, visibleCases } from './case.access.ts';
import { Case } from './case.entity.ts';
import type { CasesArgs } from './case.inputs.ts';
import { findVisibleIds } from './case.sql.ts';
import { CaseMember } from './case-member.entity.ts';

const caseRow = entityProjection(Case);

const NONE: RowFilter = { conditions: ['false'], values: [] };

/** Cases that the caller can see. */
export const casePages = new PageProjection<CasesArgs, { id: string }>({
  typeName: 'CaseConnection',
  node: caseRow,
  ids: 'case',
  orders: { CREATED_AT: 'id', NAME: { sql: "lower(coalesce(document_case.name, ''))", type: 'text' } },
  createdAt: 'document_case.created_at',
  filter({ filter }, ctx) {
    const rows = visibleCases(ctx);
    if (!rows) return NONE;
    rows.where(`document_case.erased_at is ${filter?.isErased ? 'not null' : 'null'}`);
    if (filter?.customerId) rows.where('document_case.customer_id = $', filter.customerId);
    if (filter?.search) rows.where(containsText('document_case.name', '$'), composeText(filter.search));
    return rows;
  },
});

/** Read of a case by its id, for the queries `node` and `nodes`. */
export const caseNode: NodeRead = { projection: caseRow, visible: visibleCases };

/** Queries whose JSON PostgreSQL builds directly, without resolvers. */
export const caseReads = {
  cases: casePages.compilable,
  case: compilableRow(
    caseRow,
    ({ id }: { id: string }, ctx) => visibleCases(ctx)?.where('document_case.id = $', id) ?? NONE,
  ),
};

/** Loads the cases that the caller can see, with or without their documents. */
const visibleLoader = (ctx: Context) =>
  new DataLoader<string, Case | null>(
    async (ids) => {
      const rows = visibleCases(ctx);
      const found = rows ? await findVisibleIds(ctx.em, 'document_case', rows, ids) : [];
      const byId = new Map((await ctx.em.find(Case, { id: { $in: found } })).map((one) => [one.id, one]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache: false },
  );

/** Finds a case that the caller can see. Null if it doesn’t exist or the caller can’t see it. */
export const findCase = (ctx: Context, id: string): Promise<Case | null> => ctx.loader(visibleLoader).load(id);

/** Loads true for cases whose documents the caller can read. */
const readableLoader = (ctx: Context) =>
  new DataLoader<string, boolean>(
    async (ids) => {
      const rows = readableCases(ctx);
      const found = new Set(rows ? await findVisibleIds(ctx.em, 'document_case', rows, ids) : []);
      return ids.map((id) => found.has(id));
    },
    { cache: false },
  );

/** True if the caller can read the documents of the case. */
export const canReadCase = (ctx: Context, id: string): Promise<boolean> => ctx.loader(readableLoader).load(id);

/** Loads the members of cases, the first added first. The service limits their number when it adds one. */
const membersLoader = (ctx: Context) =>
  new DataLoader<string, CaseMember[]>(
    async (caseIds) => {
      const rows = await ctx.em.find(
        CaseMember,
        { caseId: { $in: [...caseIds] } },
        { orderBy: { addedAt: 'asc', member: 'asc' } },
      );
      const byCase = Map.groupBy(rows, ({ caseId }) => caseId);
      return caseIds.map((id) => byCase.get(id) ?? []);
    },
    { cache: false },
  );
export const membersOf = (ctx: Context, caseId: string) => ctx.loader(membersLoader).load(caseId);
