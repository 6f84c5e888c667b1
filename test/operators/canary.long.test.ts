import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stepAt, totpCode } from '../../src/operators/second-factor/totp.ts';
import type { Json } from '../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { CLIENT_ID, CLIENT_SECRET, TestOidcProvider } from '../support/oidc-provider.ts';
import { DataDir, freePort, type ServiceProcess, startService, until } from '../support/service-process.ts';
import { base32Bytes } from './base32.ts';
import { filesOf, findings, Keeper, linesOf, type Place, rowsOf } from './canary/places.ts';
import { Secrets } from './canary/secrets.ts';
import { Walker } from './canary/walker.ts';

const secrets = new Secrets();
/** A secret of the test's own making, with what a page, a form or JSON would write otherwise. */
const made = (name: string, before = 'a "b" & <c> ') => {
  const random = randomBytes(12).toString('hex');
  return secrets.add(name, `${before}${random}`, { random });
};
const plain = (name: string) => made(name, 'canary-');
const encryptionKey = randomBytes(32);

const OF_START = {
  ENCRYPTION_KEY: secrets.add('master key', encryptionKey.toString('base64'), { bytes: encryptionKey }),
  ADMIN_TOKEN: plain('ADMIN_TOKEN'),
  INTEGRATIONS_INBOUND_SECRET: plain('inbound secret of the start'),
  OPENAI_API_KEY: plain('provider key of the start'),
};
const BOSS = 'ada@example.org';
const PEER = 'gwen@example.org';
const ROOT = { bearer: OF_START.ADMIN_TOKEN };

/** What a provider says back of what it was sent: all of it, as an error. */
const sayBack: Parameters<typeof Keeper.listen>[0] = ({ headers, body }) => [
  401,
  JSON.stringify({ error: { message: `${JSON.stringify(headers)} ${body}`, code: 'invalid_api_key' } }),
];

let database: TestDatabase;
let dataDir: DataDir;
let collector: Keeper;
let hooks: Keeper;
let upstream: Keeper;
let identities: TestOidcProvider;
let service: ServiceProcess;
let walker: Walker;
/** What commands beside the service have said. */
const said: Place[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = new DataDir();
  [collector, hooks, upstream] = await Promise.all([Keeper.listen(), Keeper.listen(), Keeper.listen(sayBack)]);
  const port = await freePort();
  identities = await TestOidcProvider.start(`http://127.0.0.1:${port}/admin/sign-in/oidc/back`);
  service = await startService({ dataDir, port, env: environment() });
  await service.ready();
  walker = new Walker(service, secrets);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await identities.stop();
  for (const keeper of [collector, hooks, upstream]) await keeper[Symbol.asyncDispose]();
  await database.drop();
  dataDir[Symbol.dispose]();
});

function environment(): Record<string, string> {
  return {
    ...OF_START,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.authority}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    WEBHOOK_ALLOWED_HOSTS: hooks.authority,
    OPENAI_BASE_URL: `http://${upstream.authority}/v1`,
    DEEPSEEK_BASE_URL: `http://${upstream.authority}/v1`,
    OWN_SERVER_HOSTS: upstream.authority,
    OIDC_ISSUER: identities.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
  };
}

/** Everything somebody could look at, by where it is. */
async function everywhere(): Promise<Record<string, Place[]>> {
  return {
    log: linesOf('log', service.stderr),
    terminal: linesOf('terminal', service.stdout).map((line) => ({ ...line, allowed: ['link of the first operator'] })),
    commands: said,
    telemetry: collector.received,
    webhooks: hooks.received,
    answers: walker.answers,
    database: await rowsOf(database),
    files: filesOf(dataDir.path, DOCUMENTED_FILES),
  };
}

/** The private keys that the service makes for itself, each in the one file that is documented to hold it. */
const DOCUMENTED_FILES = ['seal-private-key.pem', 'log-private-key.pem'].map((name) => `secrets/${name}`);

async function keepKeyFiles(): Promise<void> {
  await walker.ask('/log', null); // whoever asks first has it opened, and its key made
  await until(() => DOCUMENTED_FILES.every((file) => existsSync(join(dataDir.path, file))));
  for (const file of DOCUMENTED_FILES) {
    const [, line] = readFileSync(join(dataDir.path, file), 'utf8').split('\n');
    // Every such key begins with the same words.
    secrets.add(file, line!, { random: line!.slice(-24) });
  }
}

const flipped = (secret: string) => secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
/** Shows a secret at every door, in every place of a request where one may stand by mistake. */
async function showEverywhere(secret: string): Promise<void> {
  const query = '{ me { actor } partnerTokens { id } runs { nodes { id } } settings { name } }';
  const encoded = encodeURIComponent(secret);
  // Not every one may stand in a header.
  const bearer = /^[\x21-\x7e]+$/.test(secret) ? secret : encoded;
  await walker.graph(query, { bearer });
  await walker.graph(`{ me { actor } } ${secret}`, { bearer });
  await walker.graph('query ($first: Int) { agents(first: $first) { nodes { id } } }', { bearer }, { first: secret });
  await walker.graph('{ node(id: "x") { id } }', { cookie: `imprimatur-session=${encoded}` });
  await walker.ask(`/graphql?query={me{actor}}&access_token=${encoded}`, null);
  await walker.ask(`/graphql?query=${encodeURIComponent(query)}`, { bearer });
  await walker.ask('/api/admin/image-bank', { bearer });
  await walker.ask(`/api/admin/image-bank?limit=${encoded}`, ROOT);
  await walker.ask('/api/integrations/cinema/render', { bearer }, { method: 'POST', body: `{"prompt":"" ${secret}` });
  await walker.ask(`/api/media-desk/${encoded}/bank`, null);
  await walker.ask('/v1/chat/completions', { bearer }, { method: 'POST', body: `{"model":${JSON.stringify(secret)}}` });
  await walker.ask('/v1/models', null, { headers: { 'x-api-key': bearer, cookie: `key=${encoded}` } });
  await walker.mcp({ bearer }, 'list_tasks', {});
  await walker.mcp(ROOT, secret, { [secret]: secret });
  for (const page of ['begin', 'reset', 'invitations']) await walker.ask(`/admin/${page}/${encoded}`, null);
  await walker.ask(`/admin/sign-in?next=/admin/account&password=${encoded}`, null);
  await walker.ask('/exports/runs.jsonl', { bearer });
  await walker.ask('/metrics', { bearer });
  await walker.ask(`/${encoded}`, null, { method: 'DELETE' });
}

async function commandBeside(...args: string[]): Promise<string> {
  const { port } = new URL(service.url);
  await using command = await startService({ args, dataDir, env: { ...environment(), PORT: port } });
  await command.exited;
  said.push(...linesOf(`stderr of ${args[0]}`, command.stderr));
  said.push({ where: `stdout of ${args[0]}`, text: command.stdout, allowed: ['link to reset'] });
  return command.stdout.trim();
}

/** Signs in and confirms, as a person does. */
async function signedIn(email: string, password: string) {
  const browser = walker.browser();
  const answer = await browser.post('/admin/sign-in', { email, password, next: '/admin/account' });
  expect(answer.status).toBe(303);
  return { browser, location: answer.location, shown: () => ({ cookie: browser.cookie }) };
}

/** The first operator, with all ways to sign in. Gives somebody who is signed in and confirmed. */
async function people() {
  const firstLink = /First operator +(\S+)/.exec(service.stdout)![1]!;
  const firstPath = new URL(firstLink).pathname;
  const first = secrets.add('link of the first operator', firstPath.split('/').at(-1)!);
  const password = made('first password');
  const browser = walker.browser();
  await walker.showing(['link of the first operator'], async () => {
    await browser.get(firstPath);
    await browser.post(firstPath, {
      name: 'Ada',
      email: 'not an address',
      password: made('a password on a faulty page'),
    });
  });
  expect((await browser.post(firstPath, { name: 'Ada', email: BOSS, password })).status).toBe(303);
  await browser.get(firstPath);
  await showEverywhere(first);

  // Wrong passwords, also where an address belongs; then another one by page and by graph.
  const wrong = made('a mistyped password');
  await walker.browser().post('/admin/sign-in', { email: BOSS, password: wrong });
  await walker.showing(['a password for an address'], () =>
    walker.browser().post('/admin/sign-in', { email: made('a password for an address'), password: wrong }),
  );
  await browser.post('/admin/confirm', { password: wrong });
  await browser.post('/admin/account/password', { present: wrong, password: made('a password not taken') });
  const second = made('second password');
  expect((await browser.post('/admin/account/password', { present: password, password: second })).status).toBe(303);
  const third = made('third password');
  const shown = { cookie: browser.cookie };
  await walker.does(
    'updateOwnPassword',
    { currentPassword: second, newPassword: third },
    '... on UpdatedOwnPassword { operator { id } }',
    shown,
  );
  for (const input of [
    { currentPassword: wrong, newPassword: made('a new password not taken') },
    { currentPassword: [wrong], newPassword: { of: third } },
    { currentPassword: third, newPassword: third },
    { newPassword: third, [third]: third },
  ]) {
    await walker.mutate('updateOwnPassword', input, '... on UpdatedOwnPassword { operator { id } }', shown);
  }

  // An app, its recovery codes, and the way in by them.
  const FACTORS = '/admin/account/second-factors';
  const setup = await walker.showing(['secret of the app'], async () => {
    const page = await browser.post(FACTORS, { do: 'begin-codes' });
    await browser.post(FACTORS, { do: 'confirm-codes', code: 'wrong' });
    return page;
  });
  const typed = /<code id="secret">([A-Z2-7 ]+)</.exec(setup.page)![1]!.replaceAll(' ', '');
  const bytes = base32Bytes(typed);
  secrets.add('secret of the app', typed, { bytes });
  const recovery = await walker.showing(['recovery code'], async () => {
    const page = await browser.post(FACTORS, { do: 'confirm-codes', code: totpCode(bytes, stepAt(new Date())) });
    return [...page.page.matchAll(/<li><code>([A-Z2-7-]+)<\/code>/g)].map(([, code]) => code!);
  });
  expect(recovery).toHaveLength(10);
  for (const code of recovery) {
    secrets.add('recovery code', code);
    secrets.add('recovery code', code.replaceAll('-', ''));
  }
  await browser.post('/admin/sign-out', {});
  const again = await signedIn(BOSS, third);
  expect(again.location).toBe('/admin/sign-in/code');
  await again.browser.post('/admin/sign-in/code', { code: flipped(recovery[0]!) });
  expect((await again.browser.post('/admin/sign-in/code', { code: recovery[0]! })).status).toBe(303);
  await again.browser.post('/admin/confirm', { code: recovery[1]! });
  await again.browser.get('/admin/account');
  await again.browser.get(FACTORS);
  return again.browser;
}

/** Somebody invited, whose password is forgotten; links that are used, over and revoked. */
async function invited(boss: { cookie: string }) {
  const invite = async (email: string, name: string) => {
    const { link, invitation } = await walker.showing([name], () =>
      walker.does(
        'inviteOperator',
        { email, roles: ['ADMIN', 'APPROVER'] },
        '... on InvitedOperator { link invitation { id } }',
        boss,
      ),
    );
    const { pathname } = new URL(link);
    secrets.add(name, pathname.split('/').at(-1)!);
    return { pathname, id: invitation.id as string };
  };
  const revoked = await invite('revoked@example.org', 'revoked invitation');
  await walker.does(
    'revokeOperatorInvitation',
    { operatorInvitationId: revoked.id },
    '... on RevokedOperatorInvitation { invitation { id } }',
    boss,
  );
  await walker.browser().get(revoked.pathname);
  const late = await invite('late@example.org', 'late invitation');
  await database.query(`update operator_invitation set expires_at = now() - interval '1 hour' where id = $1`, [
    late.id,
  ]);
  await walker.browser().get(late.pathname);
  await walker.browser().post(late.pathname, { name: 'Late', password: made('password of who is late') });

  const { pathname } = await invite(PEER, 'invitation');
  const browser = walker.browser();
  await walker.showing(['invitation'], () => browser.get(pathname));
  expect((await browser.post(pathname, { name: 'Gwen', password: made('password of Gwen') })).status).toBe(303);
  await browser.get(pathname);

  const link = await commandBeside('operator', 'reset', PEER);
  const reset = new URL(link).pathname;
  secrets.add('link to reset', reset.split('/').at(-1)!);
  const other = walker.browser();
  await walker.showing(['link to reset'], () => other.get(reset));
  expect((await other.post(reset, { password: made('other password of Gwen') })).status).toBe(303);
  await other.get(reset);
  return other;
}

/** By a provider of identities, once rightly and once not. */
async function byIdentity() {
  const tokens: Json[] = [];
  identities.mischief = (path, { body }) => {
    if (path === '/token') tokens.push(JSON.parse(body));
    return undefined;
  };
  for (const email of [PEER, 'nobody@example.org']) {
    identities.person = { sub: email, email, email_verified: true, name: 'Gwen' };
    const browser = walker.browser();
    const begun = await walker.showing(['state of a sign-in'], () => browser.get('/admin/sign-in/oidc'));
    secrets.add('state of a sign-in', new URL(begun.location!).searchParams.get('state')!);
    const back = new URL(await identities.signIn(begun.location!));
    secrets.add('code of a provider of identities', back.searchParams.get('code')!);
    expect((await browser.get(back.pathname + back.search)).status).toBe(email === PEER ? 303 : 403);
    await browser.get(back.pathname + back.search);
  }
  identities.mischief = null;
  expect(tokens).toHaveLength(2);
  for (const token of tokens) {
    secrets.add('token of a provider of identities', token.access_token);
    secrets.add('token of a provider of identities', token.id_token, { random: token.id_token.slice(-40) });
  }
}

/** Hooks on all that happens, and their secrets. */
async function webhooks(boss: { cookie: string }) {
  const SECRET = ['secret of a webhook', 'rotated secret of a webhook'] as const;
  const keep = (name: string, secret: string) =>
    secrets.add(name, secret, { bytes: Buffer.from(secret.replace('whsec_', ''), 'base64') });
  const { secret, webhook } = await walker.showing([SECRET[0]], () =>
    walker.does(
      'createWebhook',
      { url: `http://${hooks.authority}/hook`, includesCustomers: true },
      '... on CreatedWebhook { secret webhook { id } }',
      boss,
    ),
  );
  keep(SECRET[0], secret);
  const rotated = await walker.showing([SECRET[1]], () =>
    walker.does(
      'rotateWebhookSecret',
      { webhookId: webhook.id, overlapHours: 1 },
      '... on RotatedWebhookSecret { secret }',
      boss,
    ),
  );
  keep(SECRET[1], rotated.secret);
  await walker.does(
    'sendTestWebhook',
    { webhookId: webhook.id },
    '... on SentTestWebhook { delivery { id payload } }',
    boss,
  );
}

/** Keys and tokens of machines: shown everywhere, revoked, shown again. */
async function machines(boss: { cookie: string }) {
  const issued = async (kind: string, name: string, input: object, payload: string) => {
    const field = kind.endsWith('PartnerLink') ? 'secret' : 'token';
    const answer = await walker.showing([name], () => walker.does(kind, input, payload, boss));
    return { ...answer, token: secrets.add(name, answer[field]) };
  };
  const customer = (
    await walker.does(
      'createCustomer',
      { name: 'Canary', plan: 'PRO' },
      '... on CreatedCustomer { customer { id } }',
      boss,
    )
  ).customer.id;
  const { agent } = await walker.does('createAgent', { name: 'Canary' }, '... on CreatedAgent { agent { id } }', boss);
  const key = await issued(
    'issueCustomerKey',
    'customer key',
    { customerId: customer, name: 'tests' },
    '... on IssuedCustomerKey { token customerKey { id } }',
  );
  const rotated = await issued(
    'rotateCustomerKey',
    'rotated customer key',
    { customerKeyId: key.customerKey.id, overlapHours: 1 },
    '... on RotatedCustomerKey { token customerKey { id } }',
  );
  const agentKey = await issued(
    'issueAgentKey',
    'agent key',
    { agentId: agent.id, name: 'tests' },
    '... on IssuedAgentKey { token agentKey { id } }',
  );
  const token = await issued(
    'issueOperatorToken',
    'operator token',
    { name: 'tests', scopes: ['audit:read', 'audit:export', 'runs:export', 'operators:read'] },
    '... on IssuedOperatorToken { token operatorToken { id } }',
  );
  const partner = await issued(
    'issuePartnerLink',
    'partner token',
    { partnerName: 'Agency' },
    '... on IssuedPartnerLink { secret mediaDeskUrl partnerLink { id } }',
  );
  const rotatedAgentKey = await issued(
    'rotateAgentKey',
    'rotated agent key',
    { agentKeyId: agentKey.agentKey.id },
    '... on RotatedAgentKey { token agentKey { id } }',
  );
  const rotatedToken = await issued(
    'rotateOperatorToken',
    'rotated operator token',
    { operatorTokenId: token.operatorToken.id },
    '... on RotatedOperatorToken { token operatorToken { id } }',
  );
  const rotatedPartner = await issued(
    'rotatePartnerLink',
    'rotated partner token',
    { partnerLinkId: partner.partnerLink.id },
    '... on RotatedPartnerLink { secret mediaDeskUrl partnerLink { id } }',
  );
  const all = [key, rotated, agentKey, rotatedAgentKey, token, rotatedToken, partner, rotatedPartner].map(
    (one) => one.token,
  );
  for (const one of [...all, ...all.map(flipped)]) await showEverywhere(one);
  await providers({ bearer: rotated.token }, boss);
  await publishing({ bearer: agentKey.token }, boss);
  const ends: [string, object, string][] = [
    ['revokeCustomerKey', { customerKeyId: key.customerKey.id }, '... on RevokedCustomerKey { customerKey { id } }'],
    ['revokeAgentKey', { agentKeyId: agentKey.agentKey.id }, '... on RevokedAgentKey { agentKey { id } }'],
    [
      'revokeOperatorToken',
      { operatorTokenId: token.operatorToken.id },
      '... on RevokedOperatorToken { operatorToken { id } }',
    ],
    [
      'revokePartnerLink',
      { partnerLinkId: partner.partnerLink.id },
      '... on RevokedPartnerLink { partnerLink { id } }',
    ],
  ];
  for (const [name, input, payload] of ends) await walker.does(name, input, payload, boss);
  for (const one of all) await showEverywhere(one);
}

/** Keys of providers and servers, which say everything back that they are sent. */
async function providers(customer: { bearer: string }, boss: { cookie: string }) {
  const STORED = '... on StoredProviderKey { providerKey { id hint } }';
  const key = plain('provider key of the back office');
  const { providerKey } = await walker.does('setProviderKey', { provider: 'DEEPSEEK', key }, STORED, boss);
  const own = { provider: 'OPENAI', key: plain('own provider key') };
  const stored = await walker.does('setOwnProviderKey', own, STORED, customer);
  const server = { baseUrl: `http://${upstream.authority}/v1`, model: 'm', key: plain('key of an own server') };
  const { ownServer } = await walker.does(
    'setOwnServer',
    server,
    '... on StoredOwnServer { ownServer { id } }',
    customer,
  );
  await walker.mutate('testProviderKey', { providerKeyId: providerKey.id }, '', boss);
  await walker.mutate('testOwnProviderKey', { providerKeyId: stored.providerKey.id }, '', customer);
  await walker.mutate('testOwnServer', { ownServerId: ownServer.id }, '', customer);
  for (const wrong of [
    { provider: 'DEEPSEEK', key: [key] },
    { provider: key, key },
    { provider: 'DEEPSEEK', key: `${key}\n` },
    { [key]: key },
  ]) {
    await walker.mutate('setProviderKey', wrong, STORED, boss);
    await walker.mutate('setOwnProviderKey', wrong, STORED, customer);
  }
  await walker.mutate('setOwnServer', { ...server, baseUrl: `http://user:${server.key}@10.0.0.1/v1` }, '', customer);
  for (const shown of [customer, ROOT]) {
    for (const task of ['fast-execution/field-extraction', 'fast-execution/filter-classify']) {
      const body = JSON.stringify({ model: task, messages: [{ role: 'user', content: made('prompt') }] });
      await walker.ask('/v1/chat/completions', shown, { method: 'POST', body });
    }
  }
  await walker.graph(
    '{ ownProviderKeys { nodes { id hint } } ownServer { id hint } runs { nodes { id explanation attempts { failure } } } }',
    customer,
  );
}

/** A request whose arguments hold a secret that is known by its form, and one that is not. */
async function publishing(agent: { bearer: string }, boss: { cookie: string }) {
  const REQUEST = 'publishRequest { id approvalId sha256 state }';
  const known = secrets.add('key in arguments', `ghp_${randomBytes(18).toString('hex')}`);
  const unknown = plain('secret in arguments');
  const wish = (secret: string) => ({
    tool: 'update_contact',
    channel: 'CRM',
    targets: ['contact/4711'],
    argumentsText: JSON.stringify({ body: `See you. ${secret}` }),
    summary: 'Says hello.',
  });
  await walker.mutate(
    'createPublishRequest',
    wish(known),
    `... on CreatedPublishRequest { ${REQUEST} } ... on PublishRequestBlocked { findings { kind pointer detail } }`,
    agent,
  );
  await walker.mcp(agent, 'file_publish_request', wish(known));
  const { publishRequest } = await walker.does(
    'createPublishRequest',
    wish(unknown),
    `... on CreatedPublishRequest { ${REQUEST} }`,
    agent,
  );
  const { id, approvalId, sha256 } = publishRequest;
  await walker.graph(`query ($id: ID!) { publishRequest(id: $id) { id state approval { id facts } } }`, agent, { id });
  const FETCH = '... on FetchedPermit { actionText permit { id state } }';
  await walker.mutate('fetchPermit', { publishRequestId: id }, FETCH, agent);
  await walker.showing(['secret in arguments'], () =>
    walker.graph('query ($id: ID!) { approval(id: $id) { payloadText displayText } }', gwen, { id: approvalId }),
  );
  await walker.does('approve', { approvalId, sha256 }, '... on ApprovedRequest { approval { id state } }', gwen);
  const { actionText } = await walker.showing(['secret in arguments'], () =>
    walker.does('fetchPermit', { publishRequestId: id }, FETCH, agent),
  );
  expect(actionText).toContain(unknown);
  await walker.mutate('fetchPermit', { publishRequestId: id }, FETCH, agent);
  await walker.mcp(agent, 'fetch_permit', { publishRequestId: id });
  await walker.graph('{ publishRequests { nodes { id summary state } } }', boss);
}

let gwen: { cookie: string };

/** The secret of the integrations: set, made, rotated, shown at its door. */
async function inbound(boss: { cookie: string }) {
  const NAME = 'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET';
  const CHANGED = '... on UpdatedSetting { setting { name } }';
  const set = plain('inbound secret that was set');
  await walker.does('updateSetting', { name: NAME, secret: set }, CHANGED, boss);
  const rotated = await walker.showing(['rotated inbound secret'], () =>
    walker.does(
      'rotateIntegrationsInboundSecret',
      { overlapHours: 1 },
      '... on RotatedIntegrationsInboundSecret { secret }',
      boss,
    ),
  );
  secrets.add('rotated inbound secret', rotated.secret, { random: rotated.secret.slice(-24) });
  for (const secret of [set, rotated.secret, flipped(rotated.secret), OF_START.INTEGRATIONS_INBOUND_SECRET])
    await showEverywhere(secret);
  for (const secret of [`${set} `, [set], { of: set }])
    await walker.mutate('updateSetting', { name: NAME, secret }, CHANGED, boss);
  await walker.mutate('updateSetting', { name: 'APPROVALS_DAYS', secret: set }, CHANGED, boss);
}

/** All that can be read and taken away. */
async function readAll(boss: { cookie: string }) {
  for (const query of [
    '{ settings { name origin value { __typename } history { changedBy } } integrationsInboundSecret { origin } }',
    '{ auditTrail(first: 100) { nodes { action actor credentialId code outcome changes { __typename } subjectIds } } }',
    '{ webhooks { nodes { id url } } webhookDeliveries(first: 100) { nodes { payload attempts { __typename } } } }',
    '{ operators { nodes { id email } } operatorTokens { nodes { id hint } } operatorInvitations { nodes { id email } } }',
    '{ agents { nodes { id keys { nodes { id hint } } } } partnerTokens { id hint } providerKeys { nodes { id hint } } }',
    '{ customers { nodes { id name } } approvals { nodes { id title facts } } mySessions { id browser address } me { actor } }',
  ]) {
    await walker.graph(query, boss);
    await walker.graph(query, ROOT);
  }
  for (const name of ['audit-trail', 'decisions', 'runs']) {
    expect((await walker.ask(`/exports/${name}.jsonl`, ROOT)).status).toBe(200);
  }
  for (const path of ['/metrics', '/openapi.json', '/log', '/log/checkpoint', '/api/health/architecture', '/'])
    await walker.ask(path, ROOT);
  for (const path of ['', '/second-factors', '/password']) await walker.ask(`/admin/account${path}`, boss);
}

test('no secret of a person or a machine stands anywhere but where it is shown once', async () => {
  secrets.add('client secret at the provider of identities', CLIENT_SECRET);
  await keepKeyFiles();
  const browser = await people();
  const boss = { cookie: browser.cookie };
  await webhooks(boss);
  const peer = await invited(boss);
  gwen = { cookie: peer.cookie };
  await byIdentity();
  await inbound(boss);
  await machines(boss);
  await showEverywhere(OF_START.ADMIN_TOKEN);
  await showEverywhere(flipped(OF_START.ADMIN_TOKEN));
  await readAll(boss);
  const sessions = boss.cookie;
  await browser.post('/admin/sign-out', {});
  await walker.ask('/admin/account', { cookie: sessions });
  await until(() => collector.received.some(({ text }) => text.includes('/admin/sign-out')));
  await until(() => collector.received.some(({ where }) => where.endsWith('/v1/metrics')));
  await until(() => hooks.received.length > 5);

  const places = await everywhere();

  const answered = walker.answers.map(({ where }) => where.replace(/^answer \d+: /, ''));
  for (const one of ['POST /mcp 200', 'POST /mcp 401', 'POST /v1/chat/completions 502', 'GET /metrics 200'])
    expect(answered).toContain(one);
  expect(secrets.names.length).toBeGreaterThan(40);
  for (const [name, all] of Object.entries(places)) expect({ [name]: all.length }).not.toEqual({ [name]: 0 });
  expect(findings(secrets, Object.values(places).flat())).toEqual([]);
});

test('a secret that stands anywhere is found there, in whatever spelling', async () => {
  const name = 'planted';
  const secret = made(name);
  const spellings = secrets.spellingsOf(name);
  expect(spellings.length).toBeGreaterThan(8);
  const foundIn = async () =>
    Object.entries(await everywhere())
      .filter(([, places]) => findings(secrets, places).some((line) => line.startsWith(`${name}:`)))
      .map(([where]) => where);
  for (const [number, spelling] of spellings.entries()) {
    const places = [{ where: 'here', text: `before ${spelling} after` }];
    expect(findings(secrets, places), `${number}`).toEqual(['planted: here']);
    expect(findings(secrets, [{ ...places[0]!, allowed: [name] }])).toEqual([]);
  }
  for (const before of ['', 'a', 'ab']) {
    const text = Buffer.from(`${before}${secret}${before}`).toString('base64');
    expect(findings(secrets, [{ where: 'here', text }])).toEqual(['planted: here']);
  }
  expect(await foundIn()).toEqual([]);

  // By the ways on which it would come there.
  const encoded = encodeURIComponent(secret);
  service.stderr += `{"msg":${JSON.stringify(secret)}}\n`;
  service.stdout += `${secret}\n`;
  said.push({ where: 'stdout of nobody', text: encoded, allowed: ['link to reset'] });
  const span = Buffer.concat([Buffer.from([10, 200, 1]), Buffer.from(secret)]);
  await fetch(`http://${collector.authority}/v1/traces`, {
    method: 'POST',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(span),
  });
  await fetch(`http://${hooks.authority}/hook`, { method: 'POST', headers: { 'x-said': encoded } });
  walker.answers.push({ where: 'answer', text: JSON.stringify({ said: secret }) });
  await database.query('create table planted (said jsonb, bytes bytea)');
  await database.query('insert into planted values (null, $1)', [Buffer.from(secret)]);
  writeFileSync(join(dataDir.path, 'planted'), secret);

  expect((await foundIn()).toSorted()).toEqual(Object.keys(await everywhere()).toSorted());
});
