import { hash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { SignatureRequest } from '../operators/index.ts';
import { can, isAnonymous, ownerOf, requesterOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { ReadContributions } from '../platform/contributions.ts';
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
import { Approval, ApprovalDecision, ApprovalState, ApprovalVerdict } from './approval.entity.ts';
import { MAX_REASON_LENGTH } from './approval.inputs.ts';
import { DecisionRefused, NotPending } from './approval.problems.ts';
import { approvalsById, approvalsOf, decisionsOfApprovals, visibleApprovals } from './approval.reads.ts';
import { refusalOf, refuseFlawed } from './approval.refusals.ts';
import {
  barredBy,
  countedDecisions,
  DecisionObstacle,
  decisionOf,
  findObstacle,
  isBarred,
  stateAfter,
  stateAt,
} from './approval.rules.ts';
import { approvalDays, approvalsPerDay } from './approval.settings.ts';
import { readUnknownIds } from './approval.sql.ts';
import { deleteHeldOfSubjects } from './approval.upkeep.ts';
import type {
  ApprovalContent,
  ApprovalEndState,
  ApprovalRequest,
  ApprovalsApi,
  HoldPass,
  NewApproval,
} from './approvals-api.ts';
import type { Approvers } from './approvers.ts';
import type { ApprovalBinding } from './binding/approval-binding.ts';
import type { RequestDescriber } from './description-sections.ts';
import { type ApprovalDisplay, type Display, Displays } from './display.ts';
import { FourEyes } from './four-eyes.ts';
import type { HeldContent } from './held-content.ts';
import { KnownActors, type VisibleActor } from './known-actors.ts';
import type { DecisionPasskeys, SentPasskey } from './passkeys/decision-passkeys.ts';

const DAY_MS = 24 * 3600 * 1000;
const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

export interface ApprovalServiceOptions {
  content: HeldContent;
  binding: ApprovalBinding;
  passkeys: DecisionPasskeys;
  settings: Pick<SettingsApi, 'value'>;
  limits: Pick<Limits, 'take'>;
  live: Live;
  people: Approvers;
  /** Contributions of other features: functions that apply approved changes, names of actors, and descriptions for approvers. */
  contributed: ReadContributions;
}

interface DecisionInput {
  approvalId: string;
  sha256: string;
  /** Digest of the display that the approver saw. Omitted if the approver’s client doesn’t know it. */
  displayHash?: string | null;
  reason?: string | null;
  passkey?: SentPasskey | null;
}

/** Answer to an approver who is about to decide. */
interface DecisionBeginning {
  isPasskeyRequired: boolean;
  /** Null if the approver has no passkey. */
  signatureRequest: SignatureRequest | null;
}

const findApproval = entityFinder(Approval, ({ principal }) =>
  can(principal, 'own-approvals:manage') ? { ...visibleApprovals(principal) } : null,
);

/** Files, decides and ends requests for approval, and returns their content once approved. */
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
      of: 'requests for approval',
      amount: () => options.settings.value(approvalsPerDay),
      per: 'day',
      exempt: 'approvals:unmetered',
      counted: 'BY_ALL',
    };
  }

  async take(ctx: Context): Promise<HoldPass> {
    if (isAnonymous(ctx.principal)) {
      throw unauthenticated(
        'Held content is fetched later by its requester, so this call needs a credential. Send `Authorization: Bearer <secret>`.',
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
    const [requestedBy, barred] = [requesterOf(principal), barredBy(principal)];
    const noPolicy = { quorum: 1, policyVersion: null, policySha256: null };
    const signed = this.#options.binding.signTerms({
      ...rest,
      id,
      sha256,
      requestedBy,
      barred,
      expiresAt,
      ...noPolicy,
    });
    // The SQL function that inserts the request reads these keys.
    const row = {
      ...rest,
      id,
      sha256,
      expiresAt: expiresAt.toISOString(),
      askedBy: requestedBy,
      barred,
      payload: encrypted,
      termsSignature: signed.signature.toString('base64'),
      termsKeyId: signed.keyId,
    };
    return { id, sha256, expiresAt, row };
  }

  async file(ctx: Context, thing: NewApproval): Promise<Approval> {
    const { em, principal } = ctx;
    const { subjectKind, subjectId, title, facts, payload, customerId, lifetimeMs, quorum = 1, policy = null } = thing;
    const barred = barredBy(principal, thing.barred);
    await this.#options.people.assertEnough(ctx, quorum, barred);
    const id = newId('approval');
    const request = {
      id,
      subjectKind,
      subjectId,
      title,
      facts,
      quorum,
      customerId,
      barred,
      sha256: hash('sha256', payload),
      requestedBy: requesterOf(principal),
      policyVersion: policy?.version ?? null,
      policySha256: policy?.sha256 ?? null,
      expiresAt: new Date((await databaseTime(em)).getTime() + lifetimeMs),
    };
    const { signature: termsSignature, keyId: termsKeyId } = this.#options.binding.signTerms(request);
    const encrypted = this.#options.content.sealed(id, payload);
    const approval = em.create(Approval, {
      ...request,
      payload: encrypted,
      termsSignature,
      termsKeyId,
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

  /** Asks an approver who has a passkey to sign the decision. Refuses what the decision itself would be refused for. */
  async begin(
    ctx: Context,
    {
      approvalId: id,
      verdict,
      sha256,
      displayHash = null,
    }: Pick<DecisionInput, 'approvalId' | 'sha256' | 'displayHash'> & { verdict: ApprovalVerdict },
  ): Promise<DecisionBeginning | NotFound | DecisionRefused> {
    const approval = await ctx.loader(approvalsById).load(id);
    if (!approval) return new NotFound(id);
    const obstacle = await this.obstacle(ctx, approval);
    if (obstacle) return new DecisionRefused(obstacle);
    if (approval.sha256 !== sha256) return new DecisionRefused(DecisionObstacle.OTHER_CONTENT);
    if (await this.#displays.isChanged(ctx, approval, displayHash)) {
      return new DecisionRefused(DecisionObstacle.DISPLAY_CHANGED);
    }
    const { passkeys } = this.#options;
    const content = { verdict, decidedBy: ctx.principal.actor, sha256, displayHash };
    const signatureRequest = await passkeys.request(ctx, approval, content);
    return { isPasskeyRequired: signatureRequest !== null && passkeys.isRequired, signatureRequest };
  }

  approve(ctx: Context, decision: DecisionInput) {
    return this.#decide(ctx, ApprovalVerdict.APPROVE, decision);
  }

  reject(ctx: Context, decision: DecisionInput) {
    return this.#decide(ctx, ApprovalVerdict.REJECT, decision);
  }

  /** Cancels a pending request. Maintenance deletes its held content, as for other ended requests. */
  cancel(ctx: Context, id: string): Promise<Approval | NotFound | NotPending> {
    const { principal } = ctx;
    // Owners can cancel requests of their agents, and issuers of an API key those made with it, although both are barred from
    // approving them.
    const [asker, owner] = [requesterOf(principal), ownerOf(principal)];
    const byOwner = asker === owner ? [{ barred: { $contains: [owner] } }] : [];
    return ctx.transactional(async (inner) => {
      const approval = await inner.em.findOne(Approval, { id, $or: [{ requestedBy: asker }, ...byOwner] }, LOCKED);
      if (!approval) return new NotFound(id);
      const now = await databaseTime(inner.em);
      if (stateAt(approval, now) !== ApprovalState.PENDING) return new NotPending();
      end(inner, approval, ApprovalState.CANCELED, now);
      return approval;
    });
  }

  /** Finds a request that the caller can see, also for the query `node`. Null otherwise. */
  find(ctx: Context, id: string): Promise<Approval | null> {
    return findApproval(ctx, id);
  }

  get holdChange(): HoldChange {
    return this.#fourEyes.hold;
  }

  /** Function that describes a change of the service to its approvers. */
  get describeChange(): RequestDescriber {
    return this.#fourEyes.describe;
  }

  /** Resolves an actor to its name and owner, as far as the caller can see them. */
  actor(ctx: Context, actor: string): Promise<VisibleActor> {
    return this.#actors.seen(ctx, actor);
  }

  /** Content and description of a request, for approvers who aren’t party to the request. Null for all other callers. */
  async displayTo(ctx: Context, approval: Approval): Promise<ApprovalDisplay | null> {
    return mayRead(ctx, approval) ? this.#displays.of(ctx, approval) : null;
  }

  /** Everything that an approver sees of a request, as one document with its digest. Null if the caller can’t read it. */
  async displayFor(ctx: Context, approvalId: string): Promise<Display | null> {
    const approval = await ctx.loader(approvalsById).load(approvalId);
    return approval && mayRead(ctx, approval) ? this.#displays.load(ctx, approvalId) : null;
  }

  of(ctx: Context, kind: Approval['subjectKind'], subjectId: string): Promise<Approval | null> {
    return ctx.loader(approvalsOf(kind)).load(subjectId);
  }

  forget(ctx: Context, kind: Approval['subjectKind'], subjectIds: readonly string[]): Promise<void> {
    return deleteHeldOfSubjects(ctx, kind, subjectIds);
  }

  stateOf({ clock }: Context, approval: Approval): ApprovalState {
    return stateAt(approval, clock.now());
  }

  /**
   * Reason why the caller can’t decide on the request. Null if the caller can. The digest of the content that the caller read is
   * only checked with the decision.
   */
  async obstacle(ctx: Context, approval: Approval): Promise<DecisionObstacle | null> {
    const decisions = await ctx.loader(decisionsOfApprovals).load(approval.id);
    return this.#findObstacle(ctx, approval, countedDecisions(approval.state, decisions), null, ctx.clock.now());
  }

  /** Exact text to decide on, for approvers who aren’t party to the request. Null for all other callers. */
  async textFor(ctx: Context, approval: Approval): Promise<string | null> {
    if (!mayRead(ctx, approval)) return null;
    return (await this.#options.content.read(ctx, approval.id)).toString('utf8');
  }

  async released(ctx: Context, approval: Approval): Promise<Buffer> {
    await this.assertApproved(ctx, approval);
    return this.#options.content.read(ctx, approval.id);
  }

  async assertApproved(ctx: Context, approval: Approval): Promise<void> {
    const refusal = refusalOf(approval, this.stateOf(ctx, approval));
    if (refusal) throw refusal;
    const decisions = await ctx.loader(decisionsOfApprovals).load(approval.id);
    refuseFlawed(ctx, approval, await this.#options.binding.flawInApproval(ctx, approval, decisions));
  }

  content(ctx: Context, approvalId: string): Promise<Buffer> {
    return this.#options.content.read(ctx, approvalId);
  }

  async decisions(ctx: Context, { id, state }: Approval): Promise<ApprovalDecision[]> {
    return countedDecisions(state, await ctx.loader(decisionsOfApprovals).load(id));
  }

  unknown({ em }: Context, ids: readonly string[]): Promise<string[]> {
    return readUnknownIds(em, ids);
  }

  changes(approvalId: string, signal: AbortSignal): AsyncGenerator<void> {
    return this.#options.live.watch('approval.decided', approvalId, signal);
  }

  /**
   * Records a decision while the row is locked, so that concurrent decisions count only up to the quorum. Repeating a decision
   * returns the same result: person and content identify the decision, so no idempotency key is needed.
   */
  async #decide(
    ctx: Context,
    verdict: ApprovalVerdict,
    { approvalId: id, sha256, displayHash = null, reason: given, passkey: sent = null }: DecisionInput,
  ) {
    const reason = given?.trim() || null;
    if ((reason === null && verdict === ApprovalVerdict.REJECT) || (reason?.length ?? 0) > MAX_REASON_LENGTH) {
      const detail = `Give a reason of 1 to ${MAX_REASON_LENGTH} characters.`;
      return new InputInvalid([{ pointer: '/reason', detail }]);
    }
    return ctx.transactional(async (inner): Promise<Approval | NotFound | DecisionRefused> => {
      const { em, principal } = inner;
      const approval = await em.findOne(Approval, id, LOCKED);
      if (!approval) return new NotFound(id);
      const all = await em.find(ApprovalDecision, { approval: id }, { orderBy: { id: 'asc' } });
      const { binding, passkeys } = this.#options;
      const { flaw, counted: decisions } = await binding.compare(inner, approval, all);
      refuseFlawed(inner, approval, flaw);
      // The time comes from the database’s clock, as `expiresAt` does: a signed decision must not be later than the deadline.
      const now = await databaseTime(em);
      const content = { verdict, decidedBy: principal.actor, sha256, displayHash };
      const passkey = sent && (await passkeys.verify(inner, approval, content, sent));
      const obstacle = await this.#findObstacle(inner, approval, decisions, sha256, now);
      if (obstacle === DecisionObstacle.DECIDED_BEFORE) {
        const before = decisionOf(principal, decisions)!;
        const isSameDisplay = displayHash === null || before.displayHash === displayHash;
        if (before.verdict === verdict && before.sha256 === sha256 && isSameDisplay) return approval;
      }
      if (obstacle) return new DecisionRefused(obstacle);
      if (typeof passkey === 'string') {
        inner.logger.info({ approvalId: id, fault: passkey }, 'a passkey was not accepted');
        return new DecisionRefused(DecisionObstacle.PASSKEY_REFUSED);
      }
      if (!passkey && (await passkeys.mustSign(inner))) return new DecisionRefused(DecisionObstacle.PASSKEY_REQUIRED);
      // Reading verifies that the content still exists unchanged, because only then can it be approved.
      const payload = verdict === ApprovalVerdict.APPROVE ? await this.#options.content.read(inner, id) : null;
      const isChange = payload !== null && approval.subjectKind === 'CHANGE';
      if (isChange && !(await this.#fourEyes.fits(inner, payload))) {
        end(inner, approval, ApprovalState.SUPERSEDED, now);
        return new DecisionRefused(DecisionObstacle.NO_LONGER_FITS);
      }
      if (await this.#displays.isChanged(inner, approval, displayHash)) {
        return new DecisionRefused(DecisionObstacle.DISPLAY_CHANGED);
      }
      const decided = {
        id: newId('approvalDecision'),
        ...content,
        reason,
        passkey,
        issuedBy: principal.credential?.issuedBy ?? null,
        credentialKind: principal.credential?.kind ?? null,
        position: all.length + 1,
        decidedAt: now,
      };
      const decision = em.create(ApprovalDecision, {
        approval,
        ...decided,
        ...binding.signDecision(approval, decided),
      });
      await em.persist(decision).flush();
      publish(inner, 'approval.decision-made', { approvalId: id, decisionId: decision.id });
      const state = stateAfter([...decisions, decision], approval.quorum);
      if (state !== ApprovalState.PENDING) end(inner, approval, state, now);
      if (isChange && state === ApprovalState.APPROVED) await this.#make(inner, approval, payload);
      return approval;
    });
  }

  /**
   * Applies an approved change in the transaction of the decision. If the change can’t be applied, the decision isn’t recorded.
   */
  async #make(inner: Context, { requestedBy }: Approval, payload: Buffer): Promise<void> {
    await inner.em.flush();
    if (await this.#fourEyes.make(inner.asActor(requestedBy), payload)) return;
    throw new Refusal(
      'CONFLICT',
      'The setting or document was changed by someone else at the same time, so nothing was decided. Read the request again.',
    );
  }

  async #findObstacle(
    ctx: Context,
    approval: Approval,
    decisions: readonly ApprovalDecision[],
    seenSha256: string | null,
    now: Date,
  ) {
    const { principal } = ctx;
    const standing = await this.#options.people.approverStatus(ctx, seenSha256 !== null);
    return findObstacle(approval, decisions, { principal, ...standing, seenSha256 }, now);
  }
}

/** True if the caller can read held content: approvers can, unless they are party to the request. */
function mayRead({ principal }: Context, approval: Approval): boolean {
  return can(principal, 'approvals:decide') && !isBarred(approval, principal);
}

/**
 * Ends a request in the transaction that has locked its row.
 * @param now current time of the database’s clock
 */
function end(ctx: Context, approval: Approval, state: Exclude<ApprovalState, 'PENDING'>, now: Date): void {
  approval.state = state;
  approval.version += 1;
  approval.decidedAt = now;
  const { id: approvalId, subjectKind: subject, subjectId } = approval;
  publish(ctx, 'approval.decided', { approvalId, subject, subjectId, state });
}
