import type { Express } from 'express';
import { jsonBody } from '../platform/http/json-body.ts';
import { closeMethods } from '../platform/http/methods.ts';
import { multipartBody } from './multipart.ts';
import { ROUTES } from './routes.ts';
import { authenticate, type RestServices, runRoute } from './run-route.ts';

export { openApiDocument } from './openapi.ts';
export { ROUTES } from './routes.ts';
export type { RestServices } from './run-route.ts';

const DEFAULT_MAX_BODY_BYTES = 100_000;
const MAX_FILE_BYTES = 20_000_000;

/** Puts the documented paths on the server. */
export function mountRest(app: Express, services: RestServices): void {
  for (const route of ROUTES) {
    const handlers = [authenticate(route, services)];
    if (route.body) {
      handlers.push(
        jsonBody(route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES, route.takesUpload ? ['multipart/form-data'] : []),
      );
      if (route.takesUpload) handlers.push(multipartBody(MAX_FILE_BYTES));
    }
    handlers.push(runRoute(route, services));
    app[route.method === 'GET' ? 'get' : 'post'](route.path, ...handlers);
  }
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path)) {
    closeMethods(
      app,
      path,
      routes.map((route) => route.method),
    );
  }
}
