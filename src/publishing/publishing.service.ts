import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { ApprovalsApi } from '../approvals/index.ts';
import { customerIdOf } from '../customers/index.ts';
import { assertAccess } from '../platform/auth/access.ts';
import { can, ownerOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import type { KeyedDigest } from '../platform/encryption/keyed-digest.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { publish } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound, type Problem } from '../platform/graphql/schema/problem.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { onceByKey } from '../platform/idempotency/keyed-effect.ts';
import { newId } from '../platform/ids.ts';
import type { Limit, Limits } from '../platform/limits/limits.ts';
import { canonicalBytes } from '../proof/json.ts';
import type { SettingsApi } from '../settings/index.ts';
import { actionIssues, readArguments } from './action-check.ts';
import { actionIn, bytesOfAction, digestOfAction, type SourceDigests } from './canonical-action.ts';
import { MAX_FINDINGS } from './finding.type.ts';
import type { ActionJudge } from './policy/action-judge.ts';
import type { PublishAction, PublishFinding, PublishTerms } from './publish-action.ts';
import { PublishRequest } from './publish-request.entity.ts';
import { requestsById } from './publish-request.loaders.ts';
import { canChange, canSee } from './publishing.access.ts';
import { PublishRequestBlocked, PublishRequestEnded } from './publishing.problems.ts';
import { publishRequestsPerDay } from './publishing.settings.ts';
import type { FilingOptions, PublishingApi } from './publishing-api.ts';
import type { Sources } from './sources.ts';

export interface PublishingServiceOptions {
  approvals: Pick<ApprovalsApi, 'content' | 'file' | 'end' | 'of'>;
  sources: Sources;
  policy: Pick<ActionJudge, 'requirementsOf' | 'lint'>;
  limits: Pick<Limits, 'take' | 'giveBack'>;
  settings: SettingsApi;
  digest: KeyedDigest;
}

/** A publish request that passed all checks, before it is inserted. */
interface NewPublishRequest {
  action: PublishAction;
  sources: SourceDigests;
  terms: PublishTerms;
  findings: readonly PublishFinding[];
  idempotencyKey: string | null;
  requestHash: string;
  /** Id of the request that this one replaces. Null if it replaces none. */
  replacedId: string | null;
}

const NOT_PENDING = 'The request isn’t pending any more. Read its state, and file a new request if needed.';

/** Files, replaces, cancels and revokes publish requests. */
export class PublishingService implements PublishingApi {
  readonly #options: PublishingServiceOptions;
  readonly #dailyLimit: Limit;
  readonly readArguments = readArguments;

  constructor(options: PublishingServiceOptions) {
    this.#options = options;
    this.#dailyLimit = {
      name: 'publish-requests',
      of: 'publish requests',
      amount: () => options.settings.value(publishRequestsPerDay),
      per: 'day',
      exempt: 'publishing:unmetered',
      counted: 'BY_ALL',
    };
  }

  create(ctx: Context, action: PublishAction, { idempotencyKey = null }: FilingOptions = {}) {
    return this.#create(ctx, action, idempotencyKey, null);
  }

  /**
   * Replaces a pending request. Earlier approvals don’t count for the new request, and all actors who filed an earlier version
   * are barred from approving it.
   */
  async update(
    ctx: Context,
    id: string,
    action: PublishAction,
    { idempotencyKey = null }: FilingOptions,
  ): Promise<PublishRequest | Problem> {
    const replaced = await ctx.em.findOne(PublishRequest, id);
    if (!replaced || !canChange(ctx.principal, replaced)) return new NotFound(id);
    return this.#create(ctx, action, idempotencyKey, id);
  }

  /** Cancels a pending request that the caller can change. */
  async cancel(ctx: Context, id: string): Promise<PublishRequest | NotFound | PublishRequestEnded> {
    const fresh = ctx.fork();
    return fresh.transactional(async (inner) => {
      const request = await lockRequest(inner, id);
      if (!request || !canChange(ctx.principal, request)) return new NotFound(id);
      const isEnded = await this.#options.approvals.end(inner, request.approvalId, 'CANCELED');
      return isEnded ? request : new PublishRequestEnded(NOT_PENDING);
    });
  }

  /** Revokes an approved request whose permit hasn’t been fetched. */
  async revoke(ctx: Context, id: string): Promise<PublishRequest | NotFound | PublishRequestEnded> {
    const fresh = ctx.fork();
    return fresh.transactional(async (inner) => {
      // Fetching the permit locks the same row, so it can’t happen at the same time as the revocation.
      const request = await lockRequest(inner, id);
      const may = request && (canChange(ctx.principal, request) || can(ctx.principal, 'publishing:manage'));
      if (!may) return new NotFound(id);
      if (request.permitUsedAt !== null) {
        return new PublishRequestEnded('The permit was already fetched, so the action was possibly carried out.');
      }
      const { approvals } = this.#options;
      const approval = await approvals.of(inner, 'PUBLISH_REQUEST', id);
      const approvedAt = approval?.decidedAt ?? null;
      if (!(await approvals.end(inner, request.approvalId, 'REVOKED'))) {
        return new PublishRequestEnded('Only approved requests can be revoked. Cancel a pending one instead.');
      }
      request.permitIssuedAt = approvedAt;
      publish(inner, 'publish-request.permit-changed', { publishRequestId: id });
      return request;
    });
  }

  /** Finds a request that the caller can see, also for the query `node`. Null otherwise. */
  async find(ctx: Context, id: string): Promise<PublishRequest | null> {
    if (!can(ctx.principal, 'own-publishing:read')) return null;
    const request = await ctx.loader(requestsById).load(id);
    return request && canSee(ctx.principal, request) ? request : null;
  }

  /**
   * Findings of the automatic check, for the requester, its owner and approvers. Null for other callers, and if the content of
   * the request was deleted.
   */
  async findingsFor(ctx: Context, request: PublishRequest): Promise<readonly PublishFinding[] | null> {
    if (!canChange(ctx.principal, request) && !can(ctx.principal, 'approvals:decide')) return null;
    try {
      return actionIn(await this.#options.approvals.content(ctx, request.approvalId)).findings;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  /** Finds the request that has this permit, for the query `node`. */
  async ofPermit(ctx: Context, permitId: string): Promise<PublishRequest | null> {
    const request = await ctx.loader(requestsByPermit).load(permitId);
    return request && this.find(ctx, request.id);
  }

  async #create(
    ctx: Context,
    action: PublishAction,
    idempotencyKey: string | null,
    replacedId: string | null,
  ): Promise<PublishRequest | Problem> {
    const { digest } = this.#options;
    assertAccess(ctx.principal, 'publishing:ask');
    const issues = actionIssues(action, idempotencyKey);
    if (issues.length > 0) return new InputInvalid(issues);
    const canonical = Buffer.from(canonicalBytes({ ...action, replacedId })).toString('utf8');
    const requestHash = digest(canonical).toString('hex');
    const once = await onceByKey(ctx, {
      key: idempotencyKey,
      requestHashes: [requestHash],
      find: ({ em, principal }) => em.findOne(PublishRequest, { requestedBy: principal.actor, idempotencyKey }),
      make: () => this.#createNew(ctx, { action, idempotencyKey, requestHash, replacedId }),
    });
    if (once instanceof IdempotencyKeyReused) return once;
    return 'earlier' in once ? once.earlier : once.made;
  }

  async #createNew(
    ctx: Context,
    request: Pick<NewPublishRequest, 'action' | 'idempotencyKey' | 'requestHash' | 'replacedId'>,
  ): Promise<PublishRequest | Problem> {
    const { sources, policy, limits } = this.#options;
    const { action } = request;
    const found = await sources.of(ctx, action);
    if ('issues' in found) return new InputInvalid(found.issues);
    const terms = await policy.requirementsOf(ctx, action);
    const findings = await policy.lint(ctx, action, terms);
    const blocking = findings.filter(({ isBlocking }) => isBlocking);
    if (blocking.length > 0) return new PublishRequestBlocked(blocking);
    await limits.take(ctx, [this.#dailyLimit, 1]);
    try {
      const filing = { ...request, sources: found, terms, findings };
      const filed = await ctx.fork().transactional((inner) => this.#write(inner, filing));
      if (!(filed instanceof PublishRequest)) await limits.giveBack(ctx, this.#dailyLimit, 1);
      return filed;
    } catch (error) {
      await limits.giveBack(ctx, this.#dailyLimit, 1);
      throw error;
    }
  }

  /** Inserts a request and its approval in one transaction, so that neither exists alone. */
  async #write(inner: Context, filing: NewPublishRequest): Promise<PublishRequest | NotFound | PublishRequestEnded> {
    const { action, sources, terms, findings, idempotencyKey, requestHash, replacedId } = filing;
    const { em, principal } = inner;
    const { approvals } = this.#options;
    const replaced = replacedId === null ? null : await lockRequest(inner, replacedId);
    if (replaced && !(await approvals.end(inner, replaced.approvalId, 'SUPERSEDED'))) {
      return new PublishRequestEnded(NOT_PENDING);
    }
    const id = newId('publishRequest');
    const asker = principal.actor;
    const owner = replaced?.owner ?? ownerOf(principal);
    const askers = [...new Set([...(replaced?.askers ?? []), asker])];
    const { tool, channel, targets, summary } = action;
    const payload = bytesOfAction({
      version: 1,
      id,
      tool,
      channel,
      targets,
      summary,
      asker,
      owner,
      idempotencyKey,
      arguments: action.arguments,
      ...sources,
      policy: { version: terms.policyVersion, sha256: terms.policySha256 },
      findings: findings.slice(0, MAX_FINDINGS),
      supersedes: replacedId,
      nonce: randomBytes(32).toString('base64'),
    });
    const customerId = customerIdOf(owner);
    // Actors who were barred from approving the replaced request stay barred, e.g. the issuer of the earlier requester’s API key.
    const earlier = replaced && (await approvals.of(inner, 'PUBLISH_REQUEST', replaced.id));
    const approval = await approvals.file(inner, {
      subjectKind: 'PUBLISH_REQUEST',
      subjectId: id,
      title: titleOf(action),
      facts: factsOf(filing),
      payload,
      customerId,
      barred: [...new Set([...askers, owner, ownerOf(principal), ...(earlier?.barred ?? [])])],
      quorum: terms.quorum,
      lifetimeMs: terms.lifetimeMs,
      policy: { version: terms.policyVersion, sha256: terms.policySha256 },
    });
    const request = em.create(PublishRequest, {
      id,
      tool,
      channel,
      owner,
      askers,
      customerId,
      idempotencyKey,
      requestHash,
      approvalId: approval.id,
      targetCount: targets.length,
      runIds: [...action.runIds],
      assetIds: [...action.assetIds],
      sha256: digestOfAction(payload),
      requestedBy: asker,
      supersedesId: replacedId,
      policyVersion: terms.policyVersion,
      policySha256: terms.policySha256,
      permitId: newId('permit'),
      permitMs: terms.permitMs,
      toldState: null,
      permitIssuedAt: null,
      permitUsedAt: null,
      permitUsedBy: null,
      permitExpiryToldAt: null,
    });
    await em.persist(request).flush();
    publish(inner, 'publish-request.filed', { publishRequestId: id });
    return request;
  }
}

/** Reads a publish request and locks its row until the transaction ends. Null if it doesn’t exist. */
export function lockRequest({ em }: Context, id: string): Promise<PublishRequest | null> {
  return em.findOne(PublishRequest, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

const REACHES: Readonly<Record<PublishAction['channel'], readonly [string, string]>> = {
  EMAIL: ['one address by e-mail', 'addresses by e-mail'],
  MESSAGING: ['one recipient by message', 'recipients by message'],
  CRM: ['one record', 'records'],
};

/** Title of a request’s approval: the tool and the number of recipients, without content. */
function titleOf({ tool, channel, targets }: PublishAction): string {
  const [one, several] = REACHES[channel];
  const count = targets.length === 1 ? one : `${targets.length.toLocaleString('en')} ${several}`;
  return `Let “${tool}” reach ${count}.`;
}

function factsOf({ action, findings, replacedId }: NewPublishRequest): Record<string, unknown> {
  const { tool, channel, targets, runIds, assetIds } = action;
  return {
    tool,
    channel,
    runIds,
    assetIds,
    targetCount: targets.length,
    findings: [...new Set(findings.map(({ kind }) => kind))],
    supersedes: replacedId,
  };
}

const requestsByPermit = ({ em }: Context) =>
  new DataLoader<string, PublishRequest | null>(
    async (permitIds) => {
      const requests = await em.find(PublishRequest, { permitId: { $in: [...permitIds] } });
      const found = new Map(requests.map((one) => [one.permitId, one]));
      return permitIds.map((id) => found.get(id) ?? null);
    },
    { cache: false },
  );
