import type { RequestHandler } from 'express';
import { Refusal } from '../platform/errors/errors.ts';
import { wantsPage } from '../platform/http/problem-json.ts';
import type { Route } from './route.ts';
import type { RoutePage } from './route-page.ts';
import { type RestServices, readRequest } from './run-route.ts';
import { storedOperation } from './stored-operation.ts';

/** Sends a route's HTML page to browsers, and passes other requests to the next handler. */
export function runPage(route: Route, page: RoutePage, services: RestServices): RequestHandler {
  const { frame, headers, options } = page;
  const operation = storedOperation(page.operation, services, (pointer) => route.pointers?.[pointer] ?? pointer);
  return async (req, res, next) => {
    if (!wantsPage(res)) return next();
    const request = readRequest({ query: page.query }, req, services.publicUrl);
    const variables = page.variables(request) as Record<string, unknown>;
    const data = await operation(variables, services.contextFor(res, res.locals.principal));
    if (!Object.values(data as object)[0]) throw new Refusal('NOT_FOUND', 'This page doesn’t exist.');
    const { title, body } = page.render(data, request);
    res
      .vary('Accept')
      .set({ 'Content-Security-Policy': frame.policy, ...headers })
      .type('html')
      .send(frame.page(title, body, options));
  };
}
