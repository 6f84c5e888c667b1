import { z } from 'zod';
import { sendTagged } from '../platform/http/etag.ts';
import { type DocsTag, REVALIDATED, sameAsBefore } from '../platform/http/method-docs.ts';
import { type Mount, readOnly } from '../platform/http/mount.ts';

const CONTRACT_TAG: DocsTag = {
  name: 'Contract',
  description: 'Machine-readable descriptions of this API.',
};

/**
 * Serves the OpenAPI document.
 * @param document creates the document; called once, when all paths are known
 */
export function openApiMount(document: () => object): Mount {
  let text: string | undefined;
  return readOnly(
    '/openapi.json',
    {
      name: 'openApi',
      tag: CONTRACT_TAG,
      summary: 'This document',
      description: 'This API as OpenAPI 3.1, ready for client generators and linters.',
      takes: ['If-None-Match'],
      example: {},
      answers: {
        200: {
          description: 'The OpenAPI document.',
          headers: REVALIDATED,
          content: {
            'application/json': {
              schema: z.looseObject({
                openapi: z.string(),
                info: z.looseObject({ title: z.string(), version: z.string() }),
                paths: z.looseObject({}),
              }),
              example: { openapi: '3.1.0', info: { title: 'Imprimatur', version: '0.1.0' }, paths: {} },
            },
          },
        },
        304: sameAsBefore(),
      },
    },
    (_req, res) => {
      text ??= JSON.stringify(document());
      sendTagged(res.set('Cache-Control', 'no-cache').type('application/json'), text);
    },
    { title: 'OpenAPI document', text: 'each path outside /admin, for code generators' },
  );
}
