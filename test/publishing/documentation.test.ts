import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import type { Json } from '../support/api.ts';
import { type Gate, startGate } from './support.ts';

/* What these pages show is what somebody copies: all of it is tried. */
const PAGES = ['publishing', 'approvals', 'agents', 'mcp'] as const;

const textOf = (page: string) => readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8');
const snippets = (page: string, language: string) =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}(?: example)?\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code]) => code!,
  );

let gate: Gate;
let machine: Awaited<ReturnType<Gate['machine']>>;
beforeAll(async () => {
  gate = await startGate();
  machine = await gate.machine((await customerWithKey(gate)).as);
  await gate.approver();
});
afterAll(() => gate.stop());

test('what is asked of the graph can be asked', () => {
  const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'));
  // Of a snippet with several operations each stands for itself.
  const documents = PAGES.flatMap((page) => snippets(page, 'graphql')).flatMap((text) =>
    text.split(/(?=^(?:query|mutation|subscription)\b)/m).filter((one) => one.trim() !== ''),
  );

  expect(documents.length).toBeGreaterThanOrEqual(7);
  for (const one of documents)
    expect([one, validate(schema, parse(one)).map(({ message }) => message)]).toEqual([one, []]);
});

test('what asks for a letter files one', async () => {
  const ask = snippets('publishing', 'graphql').find((one) => one.includes('createPublishRequest'))!;

  const { data, errors } = await gate.graphql(ask.replace(/^ *runIds:.*\n/m, ''), { as: machine.as });

  expect(errors).toBeUndefined();
  expect(data.createPublishRequest.publishRequest).toMatchObject({ state: 'PENDING', approval: { quorum: 1 } });
});

test('the policy is one that can be published', async () => {
  const document = JSON.parse(snippets('publishing', 'json')[0]!);
  await gate.approver();

  const { publishingPolicyFaults } = await gate.graph(
    'query ($document: JSONObject) { publishingPolicyFaults(document: $document) { pointer message } }',
    'operator',
    { document },
  );

  expect(publishingPolicyFaults).toEqual([]);
});

test('the executor does once what was approved, and nothing without a permit', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-executor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'executor.mjs');
  writeFileSync(file, snippets('publishing', 'js').find((one) => one.includes('export async function execute'))!);
  const { execute } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Json;
  const sent: Json[] = [];
  const run = (publishRequestId: string, tools: Json = { send_email: async (what: Json) => sent.push(what) }) =>
    execute({ url: gate.url, key: machine.as.bearer, publishRequestId, tools });

  const { publishRequest: waits } = await gate.file(machine.as);
  expect(await run(waits.id)).toEqual({ done: false, code: 'NOT_APPROVED' });
  const { id } = await gate.approved(machine.as);
  expect(await run(id)).toEqual({ done: true, code: null });
  expect(await run(id)).toEqual({ done: false, code: 'PERMIT_USED' });
  expect(await run((await gate.approved(machine.as)).id, {})).toEqual({ done: false, code: 'UNKNOWN_TOOL' });
  expect(sent).toEqual([
    {
      targets: ['ada@example.org'],
      arguments: { subject: 'Your lease', body: 'The deposit is settled.' },
      idempotencyKey: id,
    },
  ]);
});

test('the message of MCP is answered as it stands', async () => {
  const curl = snippets('mcp', 'bash').find((one) => one.includes('jsonrpc'))!;
  const [, body] = /-d '(.*)'/.exec(curl)!;

  const { status, body: answer } = await gate.json('/mcp', {
    as: machine.as,
    body: JSON.parse(body!),
    headers: { accept: 'application/json, text/event-stream' },
  });

  expect(status).toBe(200);
  expect(answer.result.structuredContent.tasks.length).toBeGreaterThan(3);
});

test('a client that is set up as the page says is let in', async () => {
  const { mcpServers } = JSON.parse(snippets('mcp', 'json')[0]!);
  expect(mcpServers.imprimatur).toMatchObject({ type: 'http', url: expect.stringMatching(/\/mcp$/) });
  expect(Object.keys(mcpServers.imprimatur.headers)).toEqual(['Authorization']);
});
