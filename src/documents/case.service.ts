import { LockMode } from '@mikro-orm/core';
import type { AgentsApi } from '../agents/index.ts';
import { type CustomersApi, customerIdOf, OWN_USE_ID } from '../customers/index.ts';
import { DataClass } from '../models/index.ts';
import type { OperatorsApi } from '../operators/index.ts';
import { reportChanges } from '../platform/audit/report-changes.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { lockName } from '../platform/database/advisory-lock.sql.ts';
import type { ValueIssue } from '../platform/errors/errors.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import type { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce, type NoteIssued } from '../platform/idempotency/issue-once.ts';
import { composeText } from '../proof/normal-form.ts';
import { caseScopeOf } from './case.access.ts';
import { Case } from './case.entity.ts';
import {
  type CreateCaseInput,
  MAX_CASE_NAME_LENGTH,
  MAX_RETENTION_MONTHS,
  type UpdateCaseInput,
} from './case.inputs.ts';
import { canReadCase, findCase } from './case.reads.ts';
import { deleteMember, insertMember, readCaseTotals } from './case.sql.ts';
import { CaseMember } from './case-member.entity.ts';
import { CaseChanged, CaseConflict } from './documents.problems.ts';

/** Maximum number of cases per customer that aren’t erased. */
export const MAX_CASES = 1_000;
/** Maximum number of members per case. */
export const MAX_MEMBERS = 100;

export interface NewCase {
  case: Case;
  alreadyIssued: boolean;
}

interface CaseServiceOptions {
  customers: Pick<CustomersApi, 'exists'>;
  agents: AgentsApi;
  operators: Pick<OperatorsApi, 'find'>;
}

/** Creates and changes cases, and chooses their members. */
export class CaseService {
  readonly #options: CaseServiceOptions;

  constructor(options: CaseServiceOptions) {
    this.#options = options;
  }

  /** Creates a case, once per idempotency key. An operator who creates one becomes its member. */
  create(ctx: Context, input: CreateCaseInput): Promise<NewCase | InputInvalid | CaseConflict | IdempotencyKeyReused> {
    return issueOnce<NewCase | InputInvalid | CaseConflict>(ctx, {
      mutation: 'createCase',
      input,
      issue: (note) => this.#create(ctx, input, note),
      again: async (fresh, id) => {
        const found = await findCase(fresh, id);
        return found && { case: found, alreadyIssued: true };
      },
    });
  }

  async #create(
    ctx: Context,
    input: CreateCaseInput,
    note: NoteIssued,
  ): Promise<NewCase | InputInvalid | CaseConflict> {
    const own = caseScopeOf(ctx.principal)?.customerId ?? null;
    const customerId = input.customerId ?? own ?? OWN_USE_ID;
    const issues = issuesOf(input);
    // A customer that isn’t the caller’s looks like one that doesn’t exist.
    if ((own !== null && customerId !== own) || !(await this.#options.customers.exists(customerId))) {
      issues.push({
        pointer: '/customerId',
        detail: `Customer ${customerId} doesn’t exist. Leave \`customerId\` out.`,
      });
    }
    if (issues.length > 0) return new InputInvalid(issues);
    return ctx.transactional(async (inner) => {
      // This lock prevents concurrent requests from exceeding the maximum number of cases together.
      await lockName(inner.em, `cases of ${customerId}`);
      if ((await readCaseTotals(inner.em, customerId)).cases >= MAX_CASES) {
        return new CaseConflict(
          `The customer has ${MAX_CASES} cases, which is the maximum. Erase cases that are over.`,
        );
      }
      const created = inner.em.create(Case, {
        customerId,
        name: composeText(input.name.trim()),
        dataClass: input.dataClass ?? DataClass.HOSTED,
        retentionMonths: input.retentionMonths ?? null,
        createdBy: ctx.principal.actor,
        erasedAt: null,
        erasedBy: null,
      });
      await inner.em.persist(created).flush();
      if (own === null) {
        await insertMember(inner.em, { caseId: created.id, member: ctx.principal.actor, addedBy: ctx.principal.actor });
      }
      await note(inner, created.id);
      return { case: created, alreadyIssued: false };
    });
  }

  /** Changes a case whose documents the caller can read. */
  async update(ctx: Context, input: UpdateCaseInput): Promise<Case | NotFound | InputInvalid | CaseChanged> {
    const issues = issuesOf(input);
    if (issues.length > 0) return new InputInvalid(issues);
    if (!(await canReadCase(ctx, input.caseId))) return new NotFound(input.caseId);
    return ctx.transactional(async (inner) => {
      const found = await inner.em.findOne(
        Case,
        { id: input.caseId, erasedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!found) return new NotFound(input.caseId);
      if (typeof input.ifVersion === 'number' && input.ifVersion !== found.version)
        return new CaseChanged(found.version);
      if (input.name) found.name = composeText(input.name.trim());
      if (input.dataClass) found.dataClass = input.dataClass;
      if (input.retentionMonths !== undefined) found.retentionMonths = input.retentionMonths;
      found.version++;
      found.updatedAt = ctx.clock.now();
      await inner.em.flush();
      return found;
    });
  }

  /** Adds a member to a case that the caller can see. */
  async addMember(
    ctx: Context,
    { caseId, member }: { caseId: string; member: string },
  ): Promise<Case | NotFound | InputInvalid | CaseConflict> {
    const found = await findCase(ctx, caseId);
    if (!found || found.erasedAt) return new NotFound(caseId);
    const detail = await this.#faultOfMember(ctx, found, member);
    if (detail !== null) return new InputInvalid([{ pointer: '/member', detail }]);
    return ctx.fork().transactional(async (inner) => {
      await lockName(inner.em, `members of ${caseId}`);
      if ((await inner.em.count(CaseMember, { caseId })) >= MAX_MEMBERS) {
        return new CaseConflict(`The case has ${MAX_MEMBERS} members, which is the maximum. Remove one first.`);
      }
      if (await insertMember(inner.em, { caseId, member, addedBy: ctx.principal.actor })) {
        reportChanges([caseId], [{ subjectId: caseId, field: 'members', before: null, after: member }]);
      }
      return found;
    });
  }

  /** Removes a member from a case that the caller can see. */
  async removeMember(ctx: Context, { caseId, member }: { caseId: string; member: string }): Promise<Case | NotFound> {
    const found = await findCase(ctx, caseId);
    if (!found) return new NotFound(caseId);
    return ctx.fork().transactional(async (inner) => {
      if (await deleteMember(inner.em, caseId, member)) {
        reportChanges([caseId], [{ subjectId: caseId, field: 'members', before: member, after: null }]);
      }
      return found;
    });
  }

  /** Sentence about a member that can’t be added. Null if it can. */
  async #faultOfMember(ctx: Context, { customerId }: Case, member: string): Promise<string | null> {
    if (member === ctx.principal.actor && customerIdOf(member) === null) return null;
    const [kind, id = ''] = member.split(':');
    if (kind === 'agent') {
      const agent = await this.#options.agents.find(ctx, id);
      if (agent && (customerIdOf(agent.owner) ?? OWN_USE_ID) === customerId) return null;
      return 'The customer of the case has no such agent. Use the id of one of its agents: `agent:agt_…`.';
    }
    // A customer can’t find out which operators exist.
    if (kind === 'operator' && customerIdOf(ownerOf(ctx.principal)) === null) {
      const operator = await this.#options.operators.find(id);
      return operator && !operator.isDisabled ? null : 'No enabled operator has this id. Use `operator:op_…`.';
    }
    return kind === 'operator'
      ? 'Only operators can add operators. Ask the operator of the service.'
      : 'A member is an operator, `operator:op_…`, or an agent, `agent:agt_…`.';
  }
}

function issuesOf({ name, retentionMonths }: { name?: string | null; retentionMonths?: number | null }): ValueIssue[] {
  const issues: ValueIssue[] = [];
  if (typeof name === 'string' && (name.trim() === '' || name.trim().length > MAX_CASE_NAME_LENGTH)) {
    issues.push({ pointer: '/name', detail: `\`name\` must have 1 to ${MAX_CASE_NAME_LENGTH} characters.` });
  }
  if (typeof retentionMonths === 'number' && (retentionMonths < 1 || retentionMonths > MAX_RETENTION_MONTHS)) {
    issues.push({
      pointer: '/retentionMonths',
      detail: `\`retentionMonths\` must be 1 to ${MAX_RETENTION_MONTHS} (${retentionMonths} was given), or null.`,
    });
  }
  return issues;
}
