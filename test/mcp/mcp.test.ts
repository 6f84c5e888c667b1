import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { addMember, searchableCase } from '../documents/support.ts';
import { agentOf, mutateAgents } from '../support/agents.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { type McpAgent, mcpClient, post } from './support.ts';

let api: Api;
let customer: Credential;
let agent: Awaited<ReturnType<typeof agentOf>>;
let other: Awaited<ReturnType<typeof agentOf>>;
let mcp: McpAgent;
let others: McpAgent;
beforeAll(async () => {
  api = await startApi();
  ({ as: customer } = await customerWithKey(api, { key: { caseAccess: 'WRITE' } }));
  agent = await agentOf(api, customer);
  other = await agentOf(api, customer);
  mcp = await mcpClient(api, agent.as.bearer);
  others = await mcpClient(api, other.as.bearer, 'legacy');
});
afterAll(async () => {
  await mcp.close();
  await others.close();
  await api.stop();
});

const WISH = {
  tool: 'send_email',
  channel: 'EMAIL',
  targets: ['ada@example.org'],
  argumentsText: '{"subject":"Hello","body":"See you on Friday."}',
  summary: 'Says hello.',
};
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe.each([
  ['with the version of 2026', () => mcp, '2026-07-28'],
  ['with the versions that begin with initialize', () => others, '2025-11-25'],
] as const)('a client %s', (_, use, version) => {
  test('agrees on that version, and is told what is served', () => {
    expect(use().client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools, resources } = use().client.getServerCapabilities()!;
    // No notification of either kind is ever sent.
    expect([tools, resources]).toEqual([{ listChanged: false }, { listChanged: false }]);
  });

  test('is told of every tool what it takes, gives and does', async () => {
    const { tools } = await use().client.listTools();

    expect(tools.map(({ name }) => name).sort()).toEqual([
      'cancel_publish_request',
      'check_quotations',
      'fetch_permit',
      'file_publish_request',
      'list_cases',
      'list_documents',
      'list_tasks',
      'look_at_document',
      'look_at_publish_request',
      'look_at_render',
      'look_at_run',
      'pick_picture',
      'render_picture',
      'run_task',
      'seal_text',
      'search_documents',
      'upload_document',
      'verify_seal',
    ]);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect({ name, description: description!.length > 40 }).toEqual({ name, description: true });
      expect([inputSchema.type, outputSchema!.type]).toEqual(['object', 'object']);
      expect(annotations).toMatchObject({
        readOnlyHint: /^(check|list|look|search|verify)/.test(name),
        destructiveHint: ['cancel_publish_request', 'fetch_permit'].includes(name),
        idempotentHint: /^(check|list|look|search|verify|cancel)/.test(name),
        openWorldHint: ['render_picture', 'run_task'].includes(name),
      });
    }
  });

  test('lists the tasks and runs one, which stands in the log as any other run', async () => {
    const { tasks } = (await use().call('list_tasks')).given;
    expect(tasks.map(({ name }: { name: string }) => name)).toContain('fast-execution/field-extraction');

    const ran = await use().call('run_task', {
      task: 'fast-execution/field-extraction',
      messages: [{ role: 'USER', content: 'Invoice 7 of 1 May' }],
      reasoningEffort: 'LOW',
      verbosity: 'LOW',
      frequencyPenalty: 0.5,
      presencePenalty: 0,
      cacheKey: 'invoices',
    });

    expect(ran.given).toMatchObject({
      status: 'SUCCEEDED',
      isSimulated: true,
      isHeld: false,
      text: expect.any(String),
    });
    const { data } = await api.graphql(`{ run(id: "${ran.given.runId}") { requestedBy task } }`, { as: 'operator' });
    expect(data.run).toEqual({
      requestedBy: use() === mcp ? agent.actor : other.actor,
      task: 'fast-execution/field-extraction',
    });
  });
});

test('a picture is rendered, looked at by who asked for it, and picked', async () => {
  const { given } = await mcp.call('render_picture', {
    prompt: 'calm sea at dawn',
    width: 256,
    height: 256,
    seed: 1,
    tags: ['from mcp'],
    idempotencyKey: 'one',
  });
  expect(given).toMatchObject({
    status: 'SUCCEEDED',
    isDone: true,
    picture: { width: 256, mediaType: expect.any(String) },
  });

  expect((await mcp.call('look_at_render', { renderId: given.renderId })).given.assetId).toBe(given.assetId);
  expect((await others.call('look_at_render', { renderId: given.renderId })).given.code).toBe('NOT_FOUND');
  const picked = await others.call('pick_picture', { tags: ['from mcp'] });
  expect(picked.given.assetId).toBe(given.assetId);
  const again = { prompt: 'calm sea at dawn', width: 256, height: 256, seed: 1, title: 'Theirs', tags: ['of others'] };
  expect((await others.call('render_picture', { ...again, idempotencyKey: 'two' })).given).toMatchObject({
    assetId: given.assetId,
    notApplied: [
      { field: 'TITLE', values: ['Theirs'], reason: 'KEPT' },
      { field: 'TAGS', values: ['of others'], reason: 'NOT_PERMITTED' },
    ],
  });
  expect((await mcp.call('pick_picture', { tags: ['nobody has this'] })).given).toMatchObject({
    code: 'NO_MATCH',
    unknownTags: ['nobody has this'],
  });
});

test('a text is sealed and verified, and read as a resource', async () => {
  const text = 'The offer stands until Friday.';
  const { given } = await mcp.call('seal_text', { text, disclaimerAcknowledged: true });
  const { seal } = given;

  const verified = await others.call('verify_seal', { text });
  expect(verified.given).toMatchObject({ isSealed: true, seals: [{ id: seal.id }] });
  expect((await mcp.call('verify_seal', { text: `${text} ` })).given).toMatchObject({ isSealed: false, seals: [] });

  const { contents } = await mcp.client.readResource({ uri: `imprimatur://seals/${seal.id}` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id: seal.id, sha256: seal.sha256 });
  await expect(mcp.client.readResource({ uri: 'imprimatur://seals/none' })).rejects.toThrow('with this id');
});

test('documents are searched by members of their case', async () => {
  const { caseId, documentIds } = await searchableCase(
    api,
    { 'lease.txt': 'The lease ends on 3 March.' },
    { as: customer },
  );
  await addMember(api, { caseId, member: agent.actor }, customer);

  const { given, text } = await mcp.call('search_documents', { query: 'leases' });

  expect(given).toMatchObject({
    passages: [
      { document: { id: documentIds['lease.txt'], name: 'lease.txt' }, start: 0, text: 'The lease ends on 3 March.' },
    ],
    isComplete: true,
  });
  expect(text).toContain('The lease ends on 3 March.');
  expect((await others.call('search_documents', { query: 'lease' })).given.passages).toEqual([]);
  expect((await mcp.call('search_documents', { query: '?' })).given).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ pointer: '/query' }],
  });
});

test('a refusal says what was wrong with which argument', async () => {
  const refused = await mcp.call('seal_text', { text: 'x', disclaimerAcknowledged: false });

  expect(refused).toMatchObject({
    isError: true,
    given: { code: 'INPUT_INVALID', issues: [{ pointer: '/disclaimerAcknowledged' }] },
  });
});

describe('what would be written outside', () => {
  test('is only asked for: nothing is sent, and nobody is waited for', async () => {
    const { given, text } = await mcp.call('file_publish_request', { ...WISH, idempotencyKey: 'hello' });

    expect(given).toMatchObject({
      state: 'PENDING',
      wasSent: false,
      execution: { available: false, status: 'ROADMAP' },
      permit: null,
    });
    expect(text).toContain('Nothing was sent.');
    const again = await mcp.call('file_publish_request', { ...WISH, idempotencyKey: 'hello' });
    expect(again.given.publishRequestId).toBe(given.publishRequestId);
    const { data } = await api.graphql(`{ publishRequest(id: "${given.publishRequestId}") { requestedBy state } }`, {
      as: 'operator',
    });
    expect(data.publishRequest).toEqual({ requestedBy: agent.actor, state: 'PENDING' });
  });

  test('is seen and taken back by the agent that asks, and by no other of its owner', async () => {
    const { publishRequestId } = (await mcp.call('file_publish_request', WISH)).given;
    const uri = `imprimatur://publish-requests/${publishRequestId}`;

    expect((await others.call('look_at_publish_request', { publishRequestId })).given.code).toBe('NOT_FOUND');
    expect((await others.call('cancel_publish_request', { publishRequestId })).given.code).toBe('NOT_FOUND');
    await expect(others.client.readResource({ uri })).rejects.toThrow('with this id');

    expect((await mcp.call('look_at_publish_request', { publishRequestId })).given.state).toBe('PENDING');
    const { contents } = await mcp.client.readResource({ uri });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ publishRequestId, wasSent: false });
    expect((await mcp.call('cancel_publish_request', { publishRequestId })).given).toMatchObject({ state: 'CANCELED' });
    expect((await mcp.call('cancel_publish_request', { publishRequestId })).given.code).toBe('CONFLICT');
  });

  test('gives no permit before people have approved it', async () => {
    const { publishRequestId } = (await mcp.call('file_publish_request', WISH)).given;

    expect((await mcp.call('fetch_permit', { publishRequestId })).isError).toBe(true);
    expect((await others.call('fetch_permit', { publishRequestId })).given.code).toBe('NOT_FOUND');
  });

  test('is given out once, when people have approved it', async () => {
    const { publishRequestId } = (await mcp.call('file_publish_request', WISH)).given;
    const { as } = await signedIn(api, { roles: ['APPROVER'] });
    const { data } = await api.graphql(`{ publishRequest(id: "${publishRequestId}") { approval { id sha256 } } }`, {
      as,
    });
    const { approval } = data.publishRequest;
    const { errors } = await api.graphql(
      'mutation ($input: ApproveInput!) { approve(input: $input) { ... on Problem { code message } } }',
      { as, variables: { input: { approvalId: approval.id, sha256: approval.sha256 } } },
    );
    expect(errors).toBeUndefined();

    const { given } = await mcp.call('fetch_permit', { publishRequestId });

    expect(given).toMatchObject({ wasSent: false, actionText: expect.stringContaining(publishRequestId) });
    expect(new Date(given.expiresAt).toISOString()).toBe(given.expiresAt);
    expect((await mcp.call('fetch_permit', { publishRequestId })).given.code).toBe('PERMIT_USED');
  });

  test('is refused when it cannot be, and nothing is filed', async () => {
    const refused = await mcp.call('file_publish_request', { ...WISH, targets: ['nobody'] });

    expect(refused).toMatchObject({ isError: true, given: { code: 'INPUT_INVALID' } });
  });
});

describe('who', () => {
  test('has a key with scopes sees the tools that these allow, and calls no others', async () => {
    const narrow = await agentOf(api, 'operator', { scopes: ['mcp:use', 'tasks:run'] });
    const { client, close } = await mcpClient(api, narrow.as.bearer);

    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('run_task');
    expect(names).not.toContain('file_publish_request');
    await expect(client.callTool({ name: 'file_publish_request', arguments: WISH })).rejects.toThrow('not found');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['seal']);
    await close();
  });

  test.each([
    ['shows no key', () => ({}), 401],
    ['shows a wrong one', () => bearer('imak_wrong'), 401],
    [
      'shows a key without the scope',
      async () => bearer((await agentOf(api, 'operator', { scopes: ['agent:self'] })).as.bearer),
      403,
    ],
    ['is a page of another origin', () => ({ ...bearer(agent.as.bearer), Origin: 'https://evil.example' }), 403],
  ])('%s is told where it says how to get one', async (_, headersOf, status) => {
    const refused = await post(api, PING, (await headersOf()) as Record<string, string>);

    expect(refused.status).toBe(status);
    expect(refused.body.error).toMatchObject({ code: -32000, message: expect.any(String) });
    const url = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)![1]!;
    const metadata = (await api.json(new URL(url).pathname)).body;
    expect(metadata).toMatchObject({ resource: `${api.url}/mcp`, bearer_methods_supported: ['header'] });
    expect(metadata).not.toHaveProperty('authorization_servers');
    expect((await api.json('/.well-known/oauth-protected-resource')).body).toEqual(metadata);
  });

  test('is a page of this computer may use any of its names, with the same port and scheme', async () => {
    const { port } = new URL(api.url);
    const asked = (Origin: string) => post(api, PING, { ...bearer(agent.as.bearer), Origin });

    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      expect([name, (await asked(`http://${name}:${port}`)).status]).toEqual([name, 200]);
    }
    for (const origin of [
      `https://localhost:${port}`,
      'http://localhost:1',
      `http://localhost.evil.example:${port}`,
      'null',
    ]) {
      expect([origin, (await asked(origin)).status]).toEqual([origin, 403]);
    }
  });

  test('is disabled in the middle is asked nothing more', async () => {
    const { as, agentId } = await agentOf(api);
    const { client, close } = await mcpClient(api, as.bearer);
    await client.listTools();

    await mutateAgents(api, 'updateAgent', { agentId, isDisabled: true });

    await expect(client.callTool({ name: 'list_tasks', arguments: {} })).rejects.toThrow();
    await close();
  });
});

describe('what is no message is refused', () => {
  test.each([
    ['a batch', [PING, PING], 400],
    ['a text', '"ping"', 400],
    ['no JSON', '{"jsonrpc"', 400],
    ['a body that is too large', { ...PING, params: { long: 'x'.repeat(3_200_000) } }, 413],
    ['a message of nothing', {}, 400],
  ])('%s', async (_, body, status) => {
    const refused = await post(api, body, bearer(agent.as.bearer));

    expect(refused.status).toBe(status);
    expect(refused.body.error.message).toEqual(expect.any(String));
    expect(JSON.stringify(refused.body)).not.toMatch(/node_modules|\.ts:/);
  });

  test.each(['2025-03-26', '2025-06-18'])('while %s is spoken as well', async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { status, body } = await post(
      api,
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      bearer(agent.as.bearer),
    );

    expect([status, body.result.protocolVersion]).toEqual([200, protocolVersion]);
  });

  test('a version that nobody speaks', async () => {
    const refused = await post(api, PING, { ...bearer(agent.as.bearer), 'MCP-Protocol-Version': '1999-01-01' });

    expect(refused.status).toBe(400);
  });

  test.each(['GET', 'DELETE'])('%s: there is no stream and no session', async (method) => {
    const refused = await api.fetch('/mcp', { method, headers: bearer(agent.as.bearer) });

    expect(refused.status).toBe(405);
    await refused.body?.cancel();
  });

  test('a stream of what changes, which would be held open', async () => {
    await expect(mcp.client.subscribeResource({ uri: 'imprimatur://seals/x' })).rejects.toThrow();
  });
});
