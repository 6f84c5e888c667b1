import type { RequestHandler, Response } from 'express';
import { describeCode } from '../platform/error-codes.ts';
import { Refusal } from '../platform/errors.ts';
import { type ErrorShape, problemJson } from '../platform/http/mount.ts';
import { escapeHtml } from '../platform/pages/html-page.ts';
import type { Route } from './route.ts';
import { type RoutePage, wantsPage } from './route-page.ts';
import { type RestServices, readRequest } from './run-route.ts';
import { storedOperation } from './stored-operation.ts';

/** Answers who wants a page, and leaves the others to what follows. */
export function runPage(route: Route, page: RoutePage, services: RestServices): RequestHandler {
  const operation = storedOperation(page.operation, services, (pointer) => route.pointers?.[pointer] ?? pointer);
  return async (req, res, next) => {
    if (!wantsPage(req)) return next();
    const request = readRequest({ query: page.query }, req, services.publicUrl);
    const data = await operation(
      page.variables(request) as Record<string, unknown>,
      services.contextFor(res, res.locals.principal),
    );
    if (Object.values(data)[0] == null) throw new Refusal('NOT_FOUND', 'There is nothing here.');
    const { title, body } = page.render(data, request);
    send(res, page, title, body);
  };
}

/** Says to every cache that there are two forms of the answer. */
export const inTwoForms: RequestHandler = (_req, res, next) => {
  res.vary('Accept');
  next();
};

/** What went wrong, in the form that was asked for. */
export function errorsInTwoForms(page: RoutePage, publicUrl: string): ErrorShape {
  const usual = problemJson(publicUrl);
  return (res, refusal) => {
    if (!wantsPage(res.req)) return usual(res, refusal);
    const { title } = describeCode(refusal.code);
    if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
    res.status(refusal.status).set(refusal.headers);
    send(
      res,
      page,
      title,
      `<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(refusal.message)}</p>
<p class="label">If you ask for help, name the request: <code>${escapeHtml(String(res.locals.requestId))}</code></p>
</main>`,
    );
  };
}

function send(res: Response, { frame, headers }: RoutePage, title: string, body: string): void {
  res
    .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': frame.policy, ...headers })
    .type('html')
    .send(frame.page(title, body));
}
