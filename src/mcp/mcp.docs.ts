import { z } from 'zod';
import type { AnswerDocs, MethodDocs } from '../platform/http/method-docs.ts';
import { VERSION } from '../platform/program/version.ts';

const MCP_TAG = { name: 'MCP', description: 'Model Context Protocol for agents.' };

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().describe('Method, such as `tools/list` or `tools/call`.'),
  params: z.looseObject({}).optional(),
});

const Answer = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).nullable(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
});

const errors: Pick<AnswerDocs, 'headers' | 'content'> = {
  headers: ['Cache-Control', 'WWW-Authenticate?'],
  content: {
    'application/json': {
      schema: Answer,
      example: {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32_000,
          message: 'Send a credential.',
          data: { code: 'UNAUTHENTICATED', requestId: 'req_x' },
        },
      },
    },
  },
};

export const mcpDocs: MethodDocs = {
  name: 'mcp',
  tag: MCP_TAG,
  summary: 'Send an MCP message',
  description:
    'Streamable HTTP without sessions, with the key of an agent: each request carries one message and gets its answer. If the client accepts streams, an answer that takes longer than 15 seconds is sent as a stream of comments, with the answer in its last event. Tools and resources depend on the permissions of the key.',
  credential: 'BEARER',
  takes: ['Accept', 'MCP-Protocol-Version'],
  body: { 'application/json': Message },
  example: {
    headers: { Accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
  },
  answers: {
    200: {
      description: 'The answer.',
      headers: ['Cache-Control'],
      content: {
        'application/json': { schema: Answer, example: { jsonrpc: '2.0', id: 1, result: {} } },
        'text/event-stream': {
          text: ': keepalive\n\nevent: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
        },
      },
    },
    202: {
      description: 'The notification was accepted. The answer has no body.',
      headers: ['Cache-Control'],
      request: {
        headers: { Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', method: 'notifications/initialized' },
      },
    },
  },
  problems: ['UNAUTHENTICATED', 'FORBIDDEN'],
  errors,
};

const Metadata = z.object({
  resource: z.url().describe('URL that the keys are valid for.'),
  resource_name: z.string(),
  bearer_methods_supported: z.array(z.literal('header')),
  scopes_supported: z.array(z.string()),
  how_to_get_a_key: z.string(),
});

export const metadataDocs = (name: string): MethodDocs => ({
  name,
  tag: MCP_TAG,
  summary: 'OAuth protected resource metadata of /mcp',
  description:
    'Protected resource metadata (RFC 9728). It names no authorisation server: the owner of an agent creates its keys.',
  example: {},
  answers: {
    200: {
      description: 'The metadata.',
      headers: ['Cache-Control'],
      content: {
        'application/json': {
          schema: Metadata,
          example: {
            resource: 'https://imprimatur.example.org/mcp',
            resource_name: `Imprimatur ${VERSION}`,
            bearer_methods_supported: ['header'],
            scopes_supported: ['mcp:use', 'publishing:ask', 'tasks:run'],
            how_to_get_a_key: 'Ask the operator of this service.',
          },
        },
      },
    },
  },
});
