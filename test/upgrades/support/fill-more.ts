import sharp from 'sharp';
import type { KeptMore, KeptRun } from './kept.ts';
import { mutate } from './mutate.ts';
import type { Json, Program } from './program.ts';

const GATED = 'deep-reasoning/synthesis';

/** Whether the release has customers, runs and approvals. */
export async function hasMore(service: Program): Promise<boolean> {
  const { __type: mutations } = await service.graphql('{ __type(name: "Mutation") { fields { name } } }', {});
  return mutations.fields.some(({ name }: { name: string }) => name === 'createCustomer');
}

/** What releases from 0.1.0 on have: customers, agents, people, runs, approvals, webhooks, pictures that are put away. */
export async function fillMore(service: Program): Promise<KeptMore> {
  const admin = service.secret('admin-token');
  const { customer } = await mutate(service, 'createCustomer', { name: 'Lakeside Law', plan: 'PRO' }, admin, {
    CreatedCustomer: 'customer { id }',
  });
  const key = await customerKey(service, customer.id, admin);
  const revoked = await customerKey(service, customer.id, admin);
  await mutate(service, 'revokeCustomerKey', { customerKeyId: revoked.id }, admin);
  const agent = await agentKey(service, key.token);

  const asked: { id: string; as: string }[] = [];
  const run = async (as: string, model: string, text: string) => {
    const { status, headers, body } = await service.ask('/v1/chat/completions', {
      as,
      body: { model, messages: [{ role: 'user', content: text }] },
    });
    if (status !== 200 && status !== 403) throw new Error(`The run failed: ${JSON.stringify(body)}`);
    asked.push({ id: headers.get('x-imprimatur-run-id')!, as });
    return body.error?.approval?.id as string;
  };
  const models = await service.done('/v1/models', { as: key.token });
  const plain = models.data.map(({ id }: Json) => id).find((id: string) => /chat|draft|write|summar/.test(id));
  if (!plain) throw new Error(`No task fits among ${models.data.map(({ id }: Json) => id).join(', ')}`);
  await run(key.token, plain, 'Write two sentences about a lake.');
  await run(agent, plain, 'Write a subject line. Reply to ada@example.org.');
  const approvals: KeptMore['approvals'] = [];
  for (const state of ['APPROVED', 'REJECTED', 'PENDING']) {
    const id = await run(key.token, GATED, `Lease and letter disagree, ${state}.`);
    await decide(service, id, state, admin);
    approvals.push({ id, state });
  }
  for (const state of ['APPROVED', 'PENDING']) {
    const { publishRequest } = await mutate(
      service,
      'createPublishRequest',
      {
        tool: 'send_email',
        channel: 'EMAIL',
        targets: ['ada@example.org'],
        argumentsText: JSON.stringify({ subject: 'Your lease', body: `The deposit is settled: ${state}.` }),
        summary: 'Tells the tenant that the deposit is settled.',
      },
      agent,
      { CreatedPublishRequest: 'publishRequest { approvalId }' },
    );
    await decide(service, publishRequest.approvalId, state, admin);
    approvals.push({ id: publishRequest.approvalId, state });
  }

  const webhooks: string[] = [];
  for (const as of [admin, key.token]) {
    const { webhook } = await mutate(service, 'createWebhook', { url: 'https://hooks.example.org/imprimatur' }, as, {
      CreatedWebhook: 'webhook { id }',
    });
    webhooks.push(webhook.id);
  }
  return {
    customerKeys: [
      { token: key.token, isRevoked: false },
      { token: revoked.token, isRevoked: true },
    ],
    agentKeys: [agent],
    operatorTokens: [await firstOperator(service, admin)],
    runs: await Promise.all(asked.map((one) => runAsItStands(service, one))),
    approvals,
    webhooks,
    task: plain,
    putAway: await putAway(service, admin),
  };
}

async function customerKey(service: Program, customerId: string, as: string): Promise<{ id: string; token: string }> {
  const issued = await mutate(service, 'issueCustomerKey', { customerId, name: 'Upgrade' }, as, {
    IssuedCustomerKey: 'token customerKey { id }',
  });
  return { id: issued.customerKey.id, token: issued.token };
}

/** The key of an agent that acts for who shows `owner`. */
async function agentKey(service: Program, owner: string): Promise<string> {
  const { agent } = await mutate(service, 'createAgent', { name: 'Letter writer' }, owner, {
    CreatedAgent: 'agent { id }',
  });
  const { token } = await mutate(service, 'issueAgentKey', { agentId: agent.id, name: 'Upgrade' }, owner, {
    IssuedAgentKey: 'token',
  });
  return token;
}

/** What who asked for it is told of it. */
export async function runAsItStands(
  service: Pick<Program, 'graphql' | 'ask'>,
  { id, as }: Pick<KeptRun, 'id' | 'as'>,
): Promise<KeptRun> {
  const { run } = await service.graphql('query ($id: ID!) { run(id: $id) { status outputSha256 isHeld } }', { id }, as);
  const { status, body } = await service.ask(`/v1/runs/${id}`, { as });
  return { id, as, ...run, answer: { status, text: body.choices?.[0].message.content ?? null } };
}

/** As an approver decides who has read it. */
export async function decide(service: Pick<Program, 'graphql'>, id: string, state: string, as: string): Promise<void> {
  if (state === 'PENDING') return;
  const { approval } = await service.graphql(
    'query ($id: ID!) { approval(id: $id) { sha256 displayHash } }',
    { id },
    as,
  );
  const { sha256, displayHash } = approval;
  const [name, more] = state === 'APPROVED' ? ['approve', {}] : ['reject', { reason: 'Not so.' }];
  const type = name === 'approve' ? 'ApproveInput' : 'RejectInput';
  await service.graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { __typename ... on Problem { code message } } }`,
    { input: { approvalId: id, sha256, displayHash, ...more } },
    as,
  );
}

/** By the link that the start printed, with a token that may decide. From then on the admin token may not. */
async function firstOperator(service: Program, admin: string): Promise<string> {
  const begin = /First operator +(\S+)/.exec(service.output)?.[1];
  if (!begin) throw new Error('The start printed no link for the first operator.');
  const answer = await fetch(begin, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: service.url },
    body: new URLSearchParams({ name: 'Ada Byron', email: 'ada@example.org', password: 'throw-away engine no. 2' }),
  });
  if (answer.headers.get('location') !== '/admin') throw new Error(`There is no first operator: ${answer.status}`);
  const { operators } = await service.graphql('{ operators(first: 10) { nodes { id } } }', {}, admin);
  const { token } = await mutate(
    service,
    'issueOperatorToken',
    {
      name: 'Upgrade',
      operatorId: operators.nodes[0].id,
      scopes: ['approvals:read', 'approvals:decide', 'own-approvals:manage', 'assets:read'],
    },
    admin,
    { IssuedOperatorToken: 'token' },
  );
  return token;
}

async function putAway(service: Program, as: string): Promise<KeptMore['putAway']> {
  const put: KeptMore['putAway'] = [];
  for (const [status, mutation] of [
    ['ARCHIVED', 'archiveAssets'],
    ['TRASHED', 'trashAssets'],
    ['QUARANTINED', 'quarantineAssets'],
  ] as const) {
    const picture = await sharp({
      create: { width: 64, height: 64, channels: 3, background: { r: put.length, g: 9, b: 9 } },
    })
      .png()
      .toBuffer();
    const { asset } = await service.done('/api/admin/image-bank', {
      as,
      body: { title: status, tags: ['put away'], imageBase64: picture.toString('base64') },
    });
    await mutate(
      service,
      mutation,
      { ids: [asset.id], ...(status === 'QUARANTINED' && { reason: 'To be looked at.' }) },
      as,
    );
    put.push({ id: asset.id, status });
  }
  return put;
}
