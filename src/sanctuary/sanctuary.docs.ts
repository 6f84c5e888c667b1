import { z } from 'zod';
import { type MethodDocs, REVALIDATED, sameAsBefore } from '../platform/http/method-docs.ts';
import { PAGES_TAG } from '../site/index.ts';

const word = (description: string) => z.string().max(500).optional().describe(description);

export const sanctuaryDocs: MethodDocs = {
  name: 'developerSanctuary',
  tag: PAGES_TAG,
  summary: 'The service, to be tried out',
  description:
    'The routing playground of the gateway and what else can be tried without a key. What is supposed stands in the address; what the page does not know is passed over.',
  query: z.object({
    task: word('The task that is routed. Default: the first one.'),
    plan: word('BASE, PRO or ENTERPRISE. Default: BASE.'),
    keys: word(
      '`all`: as if there were a key for every provider; `own`: the customer’s; `here`: as it is. Default: `all`.',
    ),
    tokens: word('Tokens of input. Default: 12000.'),
    down: word('Providers that fail, comma separated.'),
    spent: word('Spent this month, in dollars, of a soft cap of 20.'),
    limit: word('`1`: no more than 25 dollars are spent, whatever happens.'),
    prefer: word('`cost` or `latency`, in the place of the order of the policy.'),
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
  description: 'What the page loads. The name of such a file changes with its content.',
  params: { file: { description: 'Its name.', example: 'index.js' } },
  takes: ['Range', 'If-None-Match'],
  example: {},
  answers: {
    200: {
      description: 'The file.',
      headers: ['Cache-Control', 'Last-Modified', 'Accept-Ranges'],
      content: { 'text/javascript': { text: 'export{};' }, 'text/css': { text: 'body{}' } },
    },
    206: {
      description: 'The one part that was asked for.',
      headers: ['Cache-Control', 'Last-Modified', 'Accept-Ranges', 'Content-Range'],
      content: { 'text/javascript': 'BYTES', 'text/css': 'BYTES' },
      asked: { headers: { Range: 'bytes=0-15' } },
    },
  },
  problems: ['NOT_FOUND'],
};
