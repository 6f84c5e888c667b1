import type { Request, RequestHandler, Response } from 'express';
import { audit, DeedOutcome } from '../../platform/audit/audit.ts';
import { assertAccess } from '../../platform/auth/access.ts';
import type { Authentication } from '../../platform/auth/authenticate.ts';
import { assertStepUp } from '../../platform/auth/step-up.ts';
import type { Context, ContextBase } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { Problem } from '../../platform/graphql/schema/problem.ts';
import { formBody, formOf } from '../../platform/http/form-body.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import { isId } from '../../platform/ids.ts';
import { forPersons, INBOX_PATH, personOf, personPageErrors, seeOther, sendPersonPage } from '../../site/index.ts';
import type { Approval } from '../approval.entity.ts';
import { approvalsById, decisionsOfApprovals } from '../approval.reads.ts';
import type { ApprovalService } from '../approval.service.ts';
import { inboxCounts, waitingPages } from '../inbox/inbox.reads.ts';
import { type ApprovalPageView, approvalPage, confirmPath, INBOX_FRAME } from './approval-page.ts';
import { inboxList } from './inbox-list.ts';
import type { Actors } from './words.ts';

const PAGE_SIZE = 50;

export interface InboxPagesOptions {
  readonly service: ApprovalService;
  readonly base: ContextBase;
  readonly authentication: () => Authentication;
  readonly publicUrl: string;
}

/** Approvals as pages without scripts: the list, one request, and the decision. */
export function inboxPages({ service, base, authentication, publicUrl }: InboxPagesOptions): Mount[] {
  const signedIn = forPersons(authentication);
  const contextOf = (req: Request, res: Response): Context => {
    const principal = personOf(req);
    assertAccess(principal, 'approvals:decide');
    return requestContext(base, res, principal);
  };
  const find = async (ctx: Context, id: string): Promise<Approval> => {
    const approval = isId('approval', id) ? await service.find(ctx, id) : null;
    if (!approval) throw new Refusal('NOT_FOUND', 'There is no request for approval with this id.');
    return approval;
  };
  const actorsOf = async (ctx: Context, actors: readonly string[]): Promise<Actors> =>
    new Map(await Promise.all([...new Set(actors)].map(async (one) => [one, await service.actor(ctx, one)] as const)));

  const show = async (
    ctx: Context,
    res: Response,
    approval: Approval,
    said: ApprovalPageView['said'],
    status = 200,
  ) => {
    const decisions = await ctx.loader(decisionsOfApprovals).load(approval.id);
    const shown = await service.shownTo(ctx, approval);
    const view: ApprovalPageView = {
      approval,
      decisions,
      said,
      shown: shown?.content ?? null,
      displayHash: shown?.display.hash ?? null,
      state: service.stateOf(ctx, approval),
      obstacle: await service.obstacle(ctx, approval),
      actors: await actorsOf(ctx, [
        approval.askedBy,
        ...decisions.flatMap(({ decidedBy, issuedBy }) => (issuedBy ? [decidedBy, issuedBy] : [decidedBy])),
      ]),
      isConfirmed: isConfirmed(ctx),
      now: ctx.clock.now(),
    };
    sendPersonPage(res, { ...approvalPage(view), status, frame: INBOX_FRAME });
  };

  const list: RequestHandler = async (req, res) => {
    const ctx = contextOf(req, res);
    const after = typeof req.query.after === 'string' ? req.query.after : null;
    const { ids, next } = await waitingPages.ids(ctx, { first: PAGE_SIZE, after });
    const found = await Promise.all(ids.map((id) => ctx.loader(approvalsById).load(id)));
    const approvals = found.filter((one) => one !== null);
    const counts = await inboxCounts(ctx.em, ctx.principal);
    const actors = await actorsOf(
      ctx,
      approvals.map(({ askedBy }) => askedBy),
    );
    const body = inboxList({ approvals, counts, next, actors, now: ctx.clock.now() });
    sendPersonPage(res, { title: 'Approvals', body, frame: INBOX_FRAME });
  };

  const one: RequestHandler = async (req, res) => {
    const ctx = contextOf(req, res);
    await show(ctx, res, await find(ctx, String(req.params.approvalId)), null);
  };

  const decide: RequestHandler = async (req, res) => {
    const ctx = contextOf(req, res);
    const id = String(req.params.approvalId);
    const approval = await find(ctx, id);
    const here = `${INBOX_PATH}/${id}`;
    if (!isConfirmed(ctx)) return seeOther(res, confirmPath(here));
    const form = formOf(req);
    const verdict = form.text('verdict');
    if (verdict !== 'approve' && verdict !== 'reject') {
      throw new Refusal('BAD_REQUEST', 'The form says neither to approve nor to reject. Nothing was decided.');
    }
    const reason = form.text('reason');
    const [sha256, displayHash] = [form.text('sha256'), form.text('displayHash')];
    const result = await service[verdict](ctx, { id, sha256, displayHash, reason });
    const code = result instanceof Problem ? result.code : null;
    const outcome = code === null ? DeedOutcome.DONE : DeedOutcome.REFUSED;
    await audit(ctx, { action: verdict, subjectIds: [id], outcome, code });
    if (result instanceof Problem) {
      const said = { message: result.message, reason };
      return show(ctx.afresh(), res, await find(ctx.afresh(), approval.id), said, 409);
    }
    seeOther(res, here);
  };

  return [
    {
      path: INBOX_PATH,
      methods: { GET: [signedIn, list] },
      kind: 'page',
      errors: personPageErrors,
    },
    {
      path: `${INBOX_PATH}/:approvalId`,
      methods: { GET: [signedIn, one], POST: [formBody(publicUrl), signedIn, decide] },
      kind: 'page',
      errors: personPageErrors,
    },
  ];
}

function isConfirmed({ principal, clock }: Context): boolean {
  try {
    assertStepUp(principal, clock.now());
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
