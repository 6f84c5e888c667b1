import { hash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { askerOf, can, isAnonymous, ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { Contributed } from '../platform/contributions.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { Refusal, unauthenticated } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import { InputInvalid, NotFound } from '../platform/graphql/schema/problem.ts';
import type { HoldChange } from '../platform/held-changes/held-changes.ts';
import { newId } from '../platform/ids.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import type { Live } from '../platform/live/live.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Approval, ApprovalDecision, ApprovalState, Verdict } from './approval.entity.ts';
import { MAX_REASON_LENGTH } from './approval.inputs.ts';
import { DecisionRefused, NotPending } from './approval.problems.ts';
import { approvalsById, approvalsOf, decisionsOfApprovals, whoseApprovals } from './approval.reads.ts';
import { barredBy, DecisionObstacle, decisionOf, isBarred, judge, stateAfter, stateAt } from './approval.rules.ts';
import { approvalDays, approvalsPerDay } from './approval.settings.ts';
import { readUnknownIds } from './approval.sql.ts';
import { forgetHeld } from './approval.upkeep.ts';
import type {
  ApprovalContent,
  ApprovalEndState,
  ApprovalRequest,
  ApprovalsApi,
  HoldPass,
  NewApproval,
} from './approvals-api.ts';
import type { Approvers } from './approvers.ts';
import type { Describe } from './description-sections.ts';
import { type ApprovalDisplay, type Display, Displays } from './display.ts';
import { FourEyes } from './four-eyes.ts';
import type { HeldContent } from './held-content.ts';
import { KnownActors, type VisibleActor } from './known-actors.ts';

const DAY_MS = 24 * 3600 * 1000;
const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

export interface ApprovalServiceOptions {
  content: HeldContent;
  settings: Pick<SettingsApi, 'value'>;
  limits: Pick<Limits, 'take'>;
  live: Live;
  people: Approvers;
  /** What other features bring: makers of changes, names of actors, descriptions for approvers. */
  contributed: Contributed;
}

interface DecisionInput {
  id: string;
  sha256: string;
  /** Of what they were shown; left out where they do not say. */
  displayHash?: string | null;
  reason?: string | null;
}

const findApproval = entityFinder(Approval, ({ principal }) =>
  can(principal, 'own-approvals:manage') ? { ...whoseApprovals(principal) } : null,
);

/** Requests for approval, and what becomes of them. */
export class ApprovalService implements ApprovalsApi {
  readonly requestFunction = 'request_approvals';
  readonly #options: ApprovalServiceOptions;
  readonly #requested: Limit;
  readonly #displays: Displays;
  readonly #actors: KnownActors;
  readonly #fourEyes: FourEyes;

  constructor(options: ApprovalServiceOptions) {
    this.#options = options;
    const { content, contributed, people, settings } = options;
    this.#displays = new Displays(content, () => contributed('approvalDescriptions'));
    this.#actors = new KnownActors(() => contributed('actors'));
    this.#fourEyes = new FourEyes({ settings, approvals: this, people, makers: () => contributed('changeMakers') });
    this.#requested = {
      name: 'approvals',
      of: 'things held for approval',
      amount: () => options.settings.value(approvalsPerDay),
      per: 'day',
      exempt: 'approvals:unmetered',
      counted: 'BY_ALL',
    };
  }

  async take(ctx: Context): Promise<HoldPass> {
    if (isAnonymous(ctx.principal)) {
      throw unauthenticated(
        'What is held for approval is fetched later, by who asked for it. Send `Authorization: Bearer <secret>`.',
      );
    }
    const { limits, settings } = this.#options;
    await limits.take(ctx, [this.#requested, 1]);
    const databaseAheadMs = (await databaseTime(ctx.em)).getTime() - ctx.clock.now().getTime();
    return { lifetimeMs: (await settings.value(approvalDays)) * DAY_MS, databaseAheadMs };
  }

  prepare({ principal, clock }: Context, pass: HoldPass, { payload, ...rest }: ApprovalContent): ApprovalRequest {
    const id = newId('approval');
    const sha256 = hash('sha256', payload);
    const expiresAt = new Date(clock.now().getTime() + pass.databaseAheadMs + pass.lifetimeMs);
    const encrypted = this.#options.content.sealed(id, payload).toString('base64');
    const row = {
      ...rest,
      id,
      sha256,
      expiresAt: expiresAt.toISOString(),
      askedBy: askerOf(principal),
      barred: barredBy(principal),
      payload: encrypted,
    };
    return { id, sha256, expiresAt, row };
  }

  async file(ctx: Context, thing: NewApproval): Promise<Approval> {
    const { em, principal } = ctx;
    const { subjectKind, subjectId, title, facts, payload, customerId, lifetimeMs, quorum = 1, policy = null } = thing;
    const barred = barredBy(principal, thing.barred);
    await this.#options.people.assertEnough(ctx, quorum, barred);
    const id = newId('approval');
    const approval = em.create(Approval, {
      id,
      subjectKind,
      subjectId,
      title,
      facts,
      quorum,
      customerId,
      barred,
      sha256: hash('sha256', payload),
      payload: this.#options.content.sealed(id, payload),
      askedBy: askerOf(principal),
      policyVersion: policy?.version ?? null,
      policySha256: policy?.sha256 ?? null,
      expiresAt: new Date((await databaseTime(em)).getTime() + lifetimeMs),
      decidedAt: null,
    });
    publish(ctx, 'approval.requested', { approvalId: id, subject: subjectKind, subjectId });
    await em.persist(approval).flush();
    return approval;
  }

  async end(ctx: Context, approvalId: string, ending: ApprovalEndState): Promise<boolean> {
    const approval = await ctx.em.findOne(Approval, approvalId, LOCKED);
    const from = ending === ApprovalState.REVOKED ? ApprovalState.APPROVED : ApprovalState.PENDING;
    const now = await databaseTime(ctx.em);
    if (!approval || stateAt(approval, now) !== from) return false;
    end(ctx, approval, ending, now);
    await ctx.em.flush();
    return true;
  }

  approve(ctx: Context, decision: DecisionInput) {
    return this.#decide(ctx, Verdict.APPROVE, decision);
  }

  reject(ctx: Context, decision: DecisionInput) {
    return this.#decide(ctx, Verdict.REJECT, decision);
  }

  /** Who asked does not ask any more. What was held is let go of with the others. */
  cancel(ctx: Context, id: string): Promise<Approval | NotFound | NotPending> {
    const { principal } = ctx;
    // An owner stands among those that are barred from what its agents ask, and so do those who could have asked with the key:
    // they may stop what they may not release.
    const [asker, owner] = [askerOf(principal), ownerOf(principal)];
    const byOwner = asker === owner ? [{ barred: { $contains: [owner] } }] : [];
    return ctx.transactional(async (inner) => {
      const approval = await inner.em.findOne(Approval, { id, $or: [{ askedBy: asker }, ...byOwner] }, LOCKED);
      if (!approval) return new NotFound(id);
      const now = await databaseTime(inner.em);
      if (stateAt(approval, now) !== ApprovalState.PENDING) return new NotPending();
      end(inner, approval, ApprovalState.CANCELED, now);
      return approval;
    });
  }

  /** For `node`, too. */
  find(ctx: Context, id: string): Promise<Approval | null> {
    return findApproval(ctx, id);
  }

  get holdChange(): HoldChange {
    return this.#fourEyes.hold;
  }

  /** What approvers are shown of a change of the service. */
  get describeChange(): Describe {
    return this.#fourEyes.describe;
  }

  /** Who that is, as far as the caller may know. */
  actor(ctx: Context, actor: string): Promise<VisibleActor> {
    return this.#actors.seen(ctx, actor);
  }

  /** What an approver is shown: the exact bytes, and what their kind has to say of them. Null for everybody else. */
  async shownTo(ctx: Context, approval: Approval): Promise<ApprovalDisplay | null> {
    return mayRead(ctx, approval) ? this.#displays.of(ctx, approval) : null;
  }

  /** The same as one document with its digest. */
  async displayFor(ctx: Context, approvalId: string): Promise<Display | null> {
    const approval = await ctx.loader(approvalsById).load(approvalId);
    return approval && mayRead(ctx, approval) ? this.#displays.load(ctx, approvalId) : null;
  }

  of(ctx: Context, kind: Approval['subjectKind'], subjectId: string): Promise<Approval | null> {
    return ctx.loader(approvalsOf(kind)).load(subjectId);
  }

  forget(ctx: Context, kind: Approval['subjectKind'], subjectIds: readonly string[]): Promise<void> {
    return forgetHeld(ctx, kind, subjectIds);
  }

  stateOf({ clock }: Context, approval: Approval): ApprovalState {
    return stateAt(approval, clock.now());
  }

  /** Why this caller may not decide it; null: they may, if they have read it. */
  async obstacle(ctx: Context, approval: Approval): Promise<DecisionObstacle | null> {
    const decisions = await ctx.loader(decisionsOfApprovals).load(approval.id);
    return this.#judge(ctx, approval, decisions, null, ctx.clock.now());
  }

  /** The exact text, for who decides; who asked is no such one. Null for everybody else. */
  async textFor(ctx: Context, approval: Approval): Promise<string | null> {
    if (!mayRead(ctx, approval)) return null;
    return (await this.#options.content.read(ctx, approval.id)).toString('utf8');
  }

  async released(ctx: Context, approval: Approval): Promise<Buffer> {
    const refusal = refusalOf(approval, this.stateOf(ctx, approval));
    if (refusal) throw refusal;
    return this.#options.content.read(ctx, approval.id);
  }

  content(ctx: Context, approvalId: string): Promise<Buffer> {
    return this.#options.content.read(ctx, approvalId);
  }

  decisions(ctx: Context, approvalId: string): Promise<ApprovalDecision[]> {
    return ctx.loader(decisionsOfApprovals).load(approvalId);
  }

  unknown({ em }: Context, ids: readonly string[]): Promise<string[]> {
    return readUnknownIds(em, ids);
  }

  changes(approvalId: string, signal: AbortSignal): AsyncGenerator<void> {
    return this.#options.live.watch('approval.decided', approvalId, signal);
  }

  /**
   * Of any number at once, as many count as the quorum needs: whoever decides holds the row. Who decides the same again is
   * answered as the first time: a person and what they decide are the key of it, and it needs no other.
   */
  async #decide(ctx: Context, verdict: Verdict, { id, sha256, displayHash = null, reason: given }: DecisionInput) {
    const reason = given?.trim() || null;
    if ((reason === null && verdict === Verdict.REJECT) || (reason?.length ?? 0) > MAX_REASON_LENGTH) {
      const detail = `Give a reason, of at most ${MAX_REASON_LENGTH} characters.`;
      return new InputInvalid([{ pointer: '/reason', detail }]);
    }
    return ctx.transactional(async (inner): Promise<Approval | NotFound | DecisionRefused> => {
      const { em, principal } = inner;
      const approval = await em.findOne(Approval, id, LOCKED);
      if (!approval) return new NotFound(id);
      const decisions = await em.find(ApprovalDecision, { approval: id });
      // By the database's clock, like `decidedAt`: a signed decision must not be later than the end of its request.
      const now = await databaseTime(em);
      const obstacle = await this.#judge(inner, approval, decisions, sha256, now);
      if (obstacle === DecisionObstacle.DECIDED_BEFORE) {
        const before = decisionOf(principal, decisions)!;
        const isSameDisplay = displayHash === null || before.displayHash === displayHash;
        if (before.verdict === verdict && before.sha256 === sha256 && isSameDisplay) return approval;
      }
      if (obstacle) return new DecisionRefused(obstacle);
      // What somebody approves has to be there, as they saw it.
      const payload = verdict === Verdict.APPROVE ? await this.#options.content.read(inner, id) : null;
      const isChange = payload !== null && approval.subjectKind === 'CHANGE';
      if (isChange && !(await this.#fourEyes.fits(inner, payload))) {
        end(inner, approval, ApprovalState.SUPERSEDED, now);
        return new DecisionRefused(DecisionObstacle.NO_LONGER_FITS);
      }
      if (displayHash !== null && (await this.#displays.of(inner, approval)).display.hash !== displayHash) {
        return new DecisionRefused(DecisionObstacle.DISPLAY_CHANGED);
      }
      const decision = em.create(ApprovalDecision, {
        approval,
        verdict,
        decidedBy: principal.actor,
        reason,
        sha256,
        displayHash,
        issuedBy: principal.credential?.issuedBy ?? null,
        credentialKind: principal.credential?.kind ?? null,
        position: decisions.length + 1,
      });
      await em.persist(decision).flush();
      publish(inner, 'approval.decision-made', { approvalId: id, decisionId: decision.id });
      const state = stateAfter([...decisions, decision], approval.quorum);
      if (state !== ApprovalState.PENDING) end(inner, approval, state, now);
      if (isChange && state === ApprovalState.APPROVED) await this.#make(inner, approval, payload);
      return approval;
    });
  }

  /** In the transaction of the decision: what is approved is made, and what cannot be made is not approved. */
  async #make(inner: Context, { askedBy }: Approval, payload: Buffer): Promise<void> {
    await inner.em.flush();
    if (await this.#fourEyes.make(inner.inNameOf(askedBy), payload)) return;
    throw new Refusal('CONFLICT', 'Something else has changed it just now. Nothing was decided. Read it again.');
  }

  async #judge(
    ctx: Context,
    approval: Approval,
    decisions: readonly ApprovalDecision[],
    seenSha256: string | null,
    now: Date,
  ) {
    const { principal } = ctx;
    const standing = await this.#options.people.standingOf(ctx, seenSha256 !== null);
    return judge(approval, decisions, { principal, ...standing, seenSha256 }, now);
  }
}

/** Whoever may decide reads what is held, and who has to do with the asking does not. */
function mayRead({ principal }: Context, approval: Approval): boolean {
  return can(principal, 'approvals:decide') && !isBarred(approval, principal);
}

/**
 * In the transaction that holds the row.
 * @param now by the database's clock
 */
function end(ctx: Context, approval: Approval, state: Exclude<ApprovalState, 'PENDING'>, now: Date): void {
  approval.state = state;
  approval.version += 1;
  approval.decidedAt = now;
  const { id: approvalId, subjectKind: subject, subjectId } = approval;
  publish(ctx, 'approval.decided', { approvalId, subject, subjectId, state });
}

/** Why what is held is not handed out; null where it is. */
function refusalOf({ expiresAt }: Approval, state: ApprovalState): Refusal | null {
  switch (state) {
    case ApprovalState.APPROVED:
      return null;
    case ApprovalState.PENDING:
      return new Refusal(
        'HELD_FOR_APPROVAL',
        `This is held until an approver decides at \`/admin/approvals\`, at the latest until ${expiresAt.toISOString()}. Don’t send it again: query its state.`,
      );
    case ApprovalState.REJECTED:
      return new Refusal('APPROVAL_REFUSED', 'A person has looked at this and refused it. It is not handed out.');
    case ApprovalState.CANCELED:
      return new Refusal('APPROVAL_CANCELED', 'Who asked for this has canceled it. It is not handed out.');
    case ApprovalState.SUPERSEDED:
      return new Refusal('APPROVAL_SUPERSEDED', 'Another request has taken the place of this. It is not handed out.');
    case ApprovalState.REVOKED:
      return new Refusal('APPROVAL_REVOKED', 'This was approved, and taken back since. It is not handed out.');
    case ApprovalState.EXPIRED:
      return new Refusal('APPROVAL_EXPIRED', 'Nobody has decided about this in time. It is not handed out.');
  }
}
