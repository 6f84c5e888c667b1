import type { RequestHandler } from 'express';
import { jsonBody } from '../platform/http/json-body.ts';
import type { Mount } from '../platform/http/mount.ts';
import { multipartBody } from './multipart.ts';
import type { Route } from './route.ts';
import { docsOf } from './route-docs.ts';
import { runPage } from './run-page.ts';
import { authenticate, type RestServices, runRoute } from './run-route.ts';

const DEFAULT_MAX_BODY_BYTES = 100_000;

/** Makes the mounts for all REST routes, one for each path. */
export function restMounts(routes: readonly Route[], services: RestServices): Mount[] {
  return [...Map.groupBy(routes, (route) => route.path)].map(([path, same]) => ({
    path,
    methods: Object.fromEntries(same.map((route) => [route.method, handlersOf(route, services)])),
    docs: Object.fromEntries(same.map((route) => [route.method, docsOf(route)])),
    link: same.find(({ link }) => link)?.link,
  }));
}

function handlersOf(route: Route, services: RestServices): RequestHandler[] {
  const handlers = [authenticate(route, services)];
  if (route.body) {
    handlers.push(
      jsonBody({
        maxBytes: route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
        heldBytes: services.heldBytes,
        turns: services.turns,
        alsoTakes: route.form ? ['multipart/form-data'] : [],
      }),
    );
    if (route.form) handlers.push(multipartBody(route.form));
  }
  if (route.page) handlers.push(runPage(route, route.page, services));
  handlers.push(runRoute(route, services));
  return handlers;
}
