import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_USE_ID } from '../../src/customers/index.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';

const CANARY = 'canary-zq7x@example.com';
const NAME = 'Zebulon Quatermass';

const output: string[] = [];
let api: Api;
let customer: Credential;
let other: Credential;
beforeAll(async () => {
  api = await startApi({ works: false });
  customer = (await customerWithKey(api)).as;
  other = (await customerWithKey(api)).as;
});
afterAll(() => api.stop());

async function redact(text: string, as?: Credential) {
  const { data } = await api.graphql(
    `mutation ($input: RedactTextInput!) { redactText(input: $input) {
      ... on RedactedTextPayload { redacted { text findings { kind start end placeholder } counts { kind count } map mapExpiresAt } }
      ... on Problem { code message }
    } }`,
    { variables: { input: { text, keepMap: true, names: [NAME] } }, ...(as && { as }) },
  );
  output.push(JSON.stringify(data));
  return data.redactText;
}

async function restore(text: string, map: string, as?: Credential) {
  const { data } = await api.graphql(
    `mutation ($input: RestoreTextInput!) { restoreText(input: $input) {
      __typename ... on RestoredTextPayload { text } ... on Problem { code }
    } }`,
    { variables: { input: { text, map } }, ...(as && { as }) },
  );
  return data.restoreText;
}

test('a text is redacted, and restored with its map by whoever had it made, and by nobody else', async () => {
  const text = `${NAME} wrote from ${CANARY}.`;

  const { redacted } = await redact(text, customer);

  expect(redacted).toMatchObject({
    text: '[NAME_1] wrote from [EMAIL_1].',
    findings: [
      { kind: 'NAME', start: 0, end: NAME.length, placeholder: '[NAME_1]' },
      { kind: 'EMAIL', placeholder: '[EMAIL_1]' },
    ],
    counts: [
      { kind: 'EMAIL', count: 1 },
      { kind: 'NAME', count: 1 },
    ],
  });
  expect(Buffer.from(redacted.map, 'base64url').toString('latin1')).not.toContain('canary');
  expect(await restore('To [NAME_1], not [NAME_2].', redacted.map, customer)).toEqual({
    __typename: 'RestoredTextPayload',
    text: `To ${NAME}, not [NAME_2].`,
  });
  const refused = { __typename: 'RedactionMapRefused', code: 'REDACTION_MAP_REFUSED' };
  expect(await restore('[NAME_1]', redacted.map, other)).toEqual(refused);
  expect(await restore('[NAME_1]', redacted.map)).toEqual(refused);
  expect(await restore('[NAME_1]', `${redacted.map.slice(0, -4)}AAAA`, customer)).toEqual(refused);
  expect(await restore('[NAME_1]', '', customer)).toEqual(refused);
});

test('the names of a customer are redacted in its texts and in no one else’s', async () => {
  const { data } = await api.graphql(
    `mutation { setRedactionNames(input: { names: ["Ada Lovelace"] }) { ... on StoredRedactionNames { redactionNames { names } } ... on Problem { message } } }`,
    { as: customer },
  );

  expect(data.setRedactionNames).toEqual({ redactionNames: { names: ['Ada Lovelace'] } });
  expect((await redact('Says Ada Lovelace', customer)).redacted.text).toBe('Says [NAME_1]');
  expect((await redact('Says Ada Lovelace', other)).redacted.text).toBe('Says Ada Lovelace');
  const rows = await api.database.query<{ names: Buffer }>('select names from redaction_names');
  expect(rows.map(({ names }) => Buffer.from(names).toString('latin1')).join()).not.toContain('Lovelace');
});

test('another customer’s names are for operators', async () => {
  const [{ id }] = (await api.database.query<{ id: string }>('select id from customer where not is_house')) as [
    { id: string },
  ];
  const ask = (as: Credential) =>
    api.graphql('query ($id: ID) { redactionNames(customerId: $id) { names } }', { variables: { id }, as });

  const [mine, theirs, operators] = [await ask(customer), await ask(other), await ask('operator')];

  expect([mine, theirs].filter(({ errors }) => errors?.[0]?.extensions.code === 'FORBIDDEN')).toHaveLength(1);
  expect(operators.errors).toBeUndefined();
});

test('an operator who names no customer means the service account', async () => {
  const { as } = await signedIn(api, { roles: ['ADMIN'] });

  const { data } = await api.graphql('{ redactionNames { customerId } }', { as });

  expect(data.redactionNames).toEqual({ customerId: OWN_USE_ID });
});

test('the sandbox redacts for real, says that it is simulated, and the log how much and not what', async () => {
  const { data } = await api.graphql(
    `mutation ($text: String!) { runTask(input: { task: "fast-execution/redact-draft", messages: [{ role: USER, content: $text }] }) {
      ... on RanTask { outcome { runId isSimulated warnings } answer { text } } ... on Problem { message }
    } }`,
    { variables: { text: `Ada Lovelace wrote from ${CANARY}.` }, as: customer },
  );
  output.push(JSON.stringify(data));
  const { outcome, answer } = data.runTask;
  const { data: logged } = await api.graphql(
    'query ($id: ID!) { run(id: $id) { isSimulated redaction { counts { kind count } } } }',
    { variables: { id: outcome.runId }, as: customer },
  );

  expect(outcome.isSimulated).toBe(true);
  expect(answer.text).toContain('[NAME_1] wrote from [EMAIL_1].');
  expect(logged.run).toEqual({
    isSimulated: true,
    redaction: {
      counts: [
        { kind: 'EMAIL', count: 1 },
        { kind: 'NAME', count: 1 },
      ],
    },
  });
});

test('the header decides whether the answer is restored', async () => {
  const answered = async (redaction: string) => {
    const { status, body } = await api.json('/v1/chat/completions', {
      as: customer,
      headers: { 'X-Imprimatur-Redaction': redaction },
      body: { model: 'fast-execution/redact-draft', messages: [{ role: 'user', content: 'Mail a@b.example' }] },
    });
    return status === 200 ? body.choices[0].message.content : body.error.message;
  };

  expect(await answered('keep')).toContain('Mail [EMAIL_1]');
  expect(await answered('restore')).toContain('Mail a@b.example');
  expect(await answered('burn')).toContain('must be `restore` or `keep`');
});

test('what was redacted stands in no answer and in no row', async () => {
  const tables = await api.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  for (const { name } of tables) {
    const [{ count }] = (await api.database.query<{ count: string }>(
      `select count(*) from ${name} as row where row::text ~* 'zq7x|Quatermass'`,
    )) as [{ count: string }];
    expect({ name, count: Number(count) }).toEqual({ name, count: 0 });
  }
  expect(output.join()).not.toMatch(/zq7x|Quatermass/);
});
