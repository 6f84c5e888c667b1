import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN } from '../support/api.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;
/** Of the environment, of the back office, of a customer, and what nobody but the provider may read. */
const secrets = {
  environment: canary('environment'),
  'back office': canary('back-office'),
  'own key': canary('own-key'),
  prompt: canary('prompt'),
};

let provider: Server;
let database: TestDatabase;
let service: ServiceProcess;
const answers: string[] = [];
let seen = 0;

/** A provider that says everything back that it was sent, each time in another way. */
function sayBack(): Server {
  return createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      const words = `${req.headers.authorization} ${body}`;
      const error = JSON.stringify({ error: { message: words, type: words, code: 'invalid_api_key' } });
      seen += 1;
      const [status, type, said] = MOODS[seen % MOODS.length]!(words, error);
      res.writeHead(status, { 'content-type': type, 'x-said': words.slice(0, 100) }).end(said);
    });
  });
}

const MOODS: ((words: string, error: string) => [status: number, type: string, said: string])[] = [
  (_words, error) => [401, 'application/json', error],
  (_words, error) => [400, 'application/json', error],
  (_words, error) => [500, 'application/json', error],
  (words) => [200, 'text/html', `<html>${words}</html>`],
  (words) => [200, 'application/json', JSON.stringify({ choices: words })],
  (_words, error) => [200, 'text/event-stream', `data: ${error}\n\n`],
  (words) => [200, 'text/event-stream', `data: {"choices": ${words}\n\n`],
];

beforeAll(async () => {
  provider = sayBack().listen(0, '127.0.0.1');
  await once(provider, 'listening');
  database = await cloneDatabase();
  service = await startService({
    env: {
      DATABASE_URL: database.url,
      LOG_LEVEL: 'trace',
      OPENAI_API_KEY: secrets.environment,
      OPENAI_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
      DEEPSEEK_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
    },
  });
  await service.ready();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await database.drop();
  provider.closeAllConnections();
  provider.close();
});

async function send(path: string, body: object, token: string): Promise<string> {
  const response = await service.fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`);
  return text;
}

const graphql = async (query: string, variables: object, token: string) =>
  JSON.parse(await send('/graphql', { query, variables }, token)).data;

/** Both ways of asking, whole and streamed, of a task whose models are at the provider above. */
async function askAll(token: string): Promise<void> {
  const messages = [{ role: 'user', content: secrets.prompt }];
  for (let round = 0; round < MOODS.length; round++) {
    for (const stream of [false, true]) {
      await send('/v1/chat/completions', { model: 'fast-execution/field-extraction', messages, stream }, token);
      await send('/v1/responses', { model: 'fast-execution/filter-classify', input: secrets.prompt, stream }, token);
    }
  }
  await graphql(
    `mutation ($text: String!) {
      runTask(input: { task: "fast-execution/field-extraction", messages: [{ role: USER, content: $text }] }) {
        __typename ... on Problem { code message }
      }
    }`,
    { text: secrets.prompt },
    token,
  );
}

test('no key and no prompt is found in a log, an answer or a row, whatever a provider says back', async () => {
  const { createCustomer } = await graphql(
    'mutation { createCustomer(input: { name: "Canary", plan: PRO }) { ... on CreatedCustomer { customer { id } } } }',
    {},
    ADMIN_TOKEN,
  );
  const { issueCustomerKey } = await graphql(
    'mutation ($id: ID!) { issueCustomerKey(input: { customerId: $id, name: "tests" }) { ... on IssuedCustomerKey { token } } }',
    { id: createCustomer.customer.id },
    ADMIN_TOKEN,
  );
  answers.pop(); // the one answer that shows it
  const customer: string = issueCustomerKey.token;

  await askAll(ADMIN_TOKEN);
  const set = `mutation ($key: String!) { setProviderKey(input: { provider: DEEPSEEK, key: $key }) { __typename } }`;
  expect(await graphql(set, { key: secrets['back office'] }, ADMIN_TOKEN)).toEqual({
    setProviderKey: { __typename: 'StoredProviderKey' },
  });
  await askAll(customer);
  const own = `mutation ($key: String!) { setOwnProviderKey(input: { provider: OPENAI, key: $key }) { __typename } }`;
  expect(await graphql(own, { key: secrets['own key'] }, customer)).toEqual({
    setOwnProviderKey: { __typename: 'StoredProviderKey' },
  });
  await askAll(customer);
  await graphql('{ runs { nodes { id explanation attempts { failure } } } }', {}, ADMIN_TOKEN);

  expect(seen).toBeGreaterThan(MOODS.length);
  expect(service.stderr).toContain('"route":"/v1/chat/completions"');
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  for (const [name, secret] of Object.entries({ ...secrets, customer })) {
    const lines = (text: string) => text.split('\n').filter((line) => line.includes(secret));
    expect(lines(service.stderr), `${name} in the log`).toEqual([]);
    expect(lines(service.stdout), `${name} on the terminal`).toEqual([]);
    expect(
      answers.filter((answer) => answer.includes(secret)),
      `${name} in an answer`,
    ).toEqual([]);
    for (const table of tables) {
      const rows = await database.query(`select 1 from ${table.name} t where strpos(t::text, '${secret}') > 0`);
      expect(rows, `${name} in ${table.name}`).toEqual([]);
    }
  }
});
