import { type Mount, readOnly } from '../platform/http/mount.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';

/** The REST paths as OpenAPI. */
export function openApiMount(routes: readonly Route[], version: string): Mount {
  const document = JSON.stringify(openApiDocument(routes, version));
  return readOnly(
    '/openapi.json',
    (_req, res) => {
      res.type('application/json').send(document);
    },
    { title: 'REST', text: 'the documented paths' },
  );
}
