import { z } from 'zod';
import { type MethodDocs, REVALIDATED, sameAsBefore } from '../platform/http/method-docs.ts';
import { PAGES_TAG } from '../site/index.ts';

const textParameter = (description: string) => z.string().max(500).optional().describe(description);

export const sanctuaryDocs: MethodDocs = {
  name: 'developerSanctuary',
  tag: PAGES_TAG,
  summary: 'Try the service without a key',
  description:
    'The routing playground of the gateway, and other parts of the service that need no key. The query string holds the assumptions of the playground; unknown parameters and values are ignored.',
  query: z.object({
    task: textParameter('Task to route. Default: the first task of the catalogue.'),
    plan: textParameter('Plan of the assumed customer: BASE, PRO or ENTERPRISE. Default: BASE.'),
    keys: textParameter(
      'Assumed keys. `all`: the service has a key for every provider. `own`: the customer’s own keys, from the plan PRO on. `here`: the keys that this service really has. Default: `all`.',
    ),
    tokens: textParameter('Number of input tokens, 1 to 4000000. Default: 12000.'),
    down: textParameter('Providers assumed to be down, comma separated.'),
    spent: textParameter('Dollars assumed to be spent this month, 0 to 30, with a soft cap of 20. Default: 0.'),
    limit: textParameter('`1`: assume a hard limit of 25 dollars. Default: no hard limit.'),
    prefer: textParameter('`cost` or `latency`: how to rank eligible deployments. Default: the order of the policy.'),
  }),
  takes: ['If-None-Match'],
  example: { query: { task: 'deep-reasoning/evidence-chain', down: 'openai' } },
  answers: {
    200: {
      description: 'The page.',
      headers: REVALIDATED,
      content: { 'text/html': { text: '<!doctype html>…' } },
    },
    304: sameAsBefore(),
  },
  problems: ['OVERLOADED', 'SERVICE_UNAVAILABLE'],
};

export const sanctuaryFileDocs: MethodDocs = {
  name: 'developerSanctuaryFile',
  tag: PAGES_TAG,
  summary: 'A file of the developer sanctuary',
  description: 'A script or style sheet of the page. The name of the file changes with its content.',
  params: { file: { description: 'Name of the file.', example: 'index.js' } },
  takes: ['Range', 'If-None-Match'],
  example: {},
  answers: {
    200: {
      description: 'The file.',
      headers: ['Cache-Control', 'Last-Modified', 'Accept-Ranges'],
      content: { 'text/javascript': { text: 'export{};' }, 'text/css': { text: 'body{}' } },
    },
    206: {
      description: 'The requested part of the file.',
      headers: ['Cache-Control', 'Last-Modified', 'Accept-Ranges', 'Content-Range'],
      content: { 'text/javascript': 'BYTES', 'text/css': 'BYTES' },
      request: { headers: { Range: 'bytes=0-15' } },
    },
  },
  problems: ['NOT_FOUND'],
};
