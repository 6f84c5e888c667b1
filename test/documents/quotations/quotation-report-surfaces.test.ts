import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { QUOTATION_RULES } from '../../../src/quotations/index.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { mcpClient } from '../../mcp/support.ts';
import { ask, expectProblem, post } from '../../rest/support.ts';
import { agentOf } from '../../support/agents.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { addMember } from '../support.ts';
import { caseWith, reportOn } from './support.ts';

const BRIEF = 'It says “the deposit is returned within six weeks” and “the deposit is returned within two weeks”.';

let api: Api;
let customer: { bearer: string };
let caseId: string;
let documentId: string;

beforeAll(async () => {
  api = await startApi();
  ({ as: customer } = await customerWithKey(api, { key: { caseAccess: 'WRITE' } }));
  const created = await caseWith(api, { 'lease.txt': 'Here, the deposit is returned within six weeks.' }, {}, customer);
  caseId = created.id;
  documentId = created.documents[0].id;
});
afterAll(() => api.stop());

describe('REST', () => {
  const checkAt = (id: string, body: unknown, as: { bearer: string } = customer) =>
    ask(api, post(`/api/cases/${id}/quotation-checks`, body, { as }));

  test('returns the same report as GraphQL', async () => {
    const { status, json } = await checkAt(caseId, { brief: BRIEF });
    const { briefText, unreadBriefPages, ...same } = await reportOn(api, { caseId, brief: BRIEF }, customer);

    expect(status).toBe(200);
    expect(json).toEqual(same);
    expect(json.counts).toMatchObject({ total: 2, verified: 1, altered: 1 });
  });

  test('takes a brief of 2,000,000 characters that a program has escaped', async () => {
    const brief = `${'é\n'.repeat(999_900)} “the deposit is returned within six weeks”`;

    const { status, json } = await checkAt(caseId, { brief });

    expect([status, json.counts.verified]).toEqual([200, 1]);
  });

  test('refuses what GraphQL refuses', async () => {
    expectProblem(await checkAt(newId('case'), { brief: BRIEF }), { status: 404, code: 'NOT_FOUND' });
    expectProblem(await checkAt(caseId, { brief: BRIEF, more: 1 }), { status: 400, code: 'BAD_USER_INPUT' });
    expectProblem(await checkAt(caseId, {}), { status: 400, code: 'BAD_USER_INPUT' });
    const { as: stranger } = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
    expectProblem(await checkAt(caseId, { brief: BRIEF }, stranger), { status: 404, code: 'NOT_FOUND' });
  });
});

describe('MCP', () => {
  test('an agent that is a member checks a text, and gets first what isn’t verified', async () => {
    const agent = await agentOf(api, customer);
    await addMember(api, { caseId, member: agent.actor }, customer);
    const mcp = await mcpClient(api, agent.as.bearer);

    const { given, text } = await mcp.call('check_quotations', { caseId, brief: BRIEF });
    const named = await mcp.call('check_quotations', { documentIds: [documentId], brief: BRIEF });
    await mcp.close();

    expect(given).toMatchObject({
      counts: { total: 2, verified: 1, altered: 1 },
      quotations: [
        { status: 'ALTERED', differences: [{ kind: 'NUMBER', quoted: 'two', source: 'six' }] },
        { status: 'VERIFIED', tier: 'EXACT', place: { documentId, documentName: 'lease.txt' } },
      ],
      uncheckedCount: 0,
      rules: QUOTATION_RULES,
    });
    expect(text).toContain('1 of 2 quotations are verified');
    expect(named.given).toEqual(given);
  });

  test('an agent is told of the tool if its owner can read cases', async () => {
    const { as: other } = await customerWithKey(api);
    const namesFor = async (owner: { bearer: string }) => {
      const agent = await agentOf(api, owner);
      const mcp = await mcpClient(api, agent.as.bearer);
      const { tools } = await mcp.client.listTools();
      await mcp.close();
      return tools.filter(({ name }) => name === 'check_quotations');
    };

    expect(await namesFor(customer)).toMatchObject([
      { annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } },
    ]);
    expect(await namesFor(other)).toEqual([]);
  });

  test('a result has at most 100 quotations, and the counts of all', async () => {
    const agent = await agentOf(api, customer);
    await addMember(api, { caseId, member: agent.actor }, customer);
    const mcp = await mcpClient(api, agent.as.bearer);

    const { given } = await mcp.call('check_quotations', {
      caseId,
      brief: `${'“the deposit is returned” '.repeat(150)} “words that nobody wrote”`,
    });
    await mcp.close();

    expect(given.quotations).toHaveLength(100);
    expect(given.quotations[0].status).toBe('NOT_FOUND');
    expect(given.counts).toMatchObject({ total: 151, verified: 150, notFound: 1 });
  });

  test('an agent that isn’t a member finds no case', async () => {
    const agent = await agentOf(api, customer);
    const mcp = await mcpClient(api, agent.as.bearer);

    const { isError, given } = await mcp.call('check_quotations', { caseId, brief: BRIEF });
    await mcp.close();

    expect([isError, given.code]).toEqual([true, 'NOT_FOUND']);
  });
});

describe('the documentation', () => {
  const page = readFileSync(new URL('../../../docs/documents.md', import.meta.url), 'utf8');
  const [section] = page.split('## Check a brief\n')[1]!.split('\n## ');
  const snippet = (language: string) =>
    new RegExp(`^\`\`\`${language} example\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section!)![1]!;
  const quoted = 'the deposit is returned within two weeks';

  test('has a GraphQL operation that works', async () => {
    const { data, errors } = await api.graphql(snippet('graphql'), { variables: { caseId }, as: customer });

    expect(errors).toBeUndefined();
    expect(data.checkQuotations.report).toMatchObject({
      counts: { total: 1, altered: 1 },
      quotations: [{ text: quoted, differences: [{ kind: 'NUMBER', quoted: 'two', source: 'six' }] }],
    });
  });

  test('has a command that works', async () => {
    const command = snippet('bash').replace('http://127.0.0.1:4000', api.url);

    const { stdout } = await promisify(execFile)('bash', ['-c', command], {
      env: { ...process.env, CASE_ID: caseId, IMPRIMATUR_KEY: customer.bearer },
    });

    const { quotations }: Json = JSON.parse(stdout);
    expect(quotations).toMatchObject([{ text: quoted, status: 'ALTERED' }]);
  });
});
