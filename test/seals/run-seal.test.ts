import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { createClient } from 'graphql-sse';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { providersAt, SLOT } from '../gateway/failover/asking.ts';
import { type Api, type Credential, type Json, refusalOf, startApi } from '../support/api.ts';
import { MockUpstream } from '../support/mock-upstream.ts';
import { download, sealFile } from '../support/seals.ts';

// The reader of trusted_root.json that @sigstore/verify itself is built upon.
const { TrustedRoot } = createRequire(import.meta.resolve('@sigstore/bundle'))('@sigstore/protobuf-specs') as {
  TrustedRoot: { fromJSON(value: unknown): Parameters<typeof toTrustMaterial>[0] };
};

/** Asked of a provider, and of the sandbox. */
const TASK = SLOT.task;
const SIMULATED_TASK = 'human-phrasing/warm-tone';
const TEXT = 'Offer “A”: 12 €,\r\n valid until Friday. \n';

let upstream: MockUpstream;
let api: Api;
let customer: Awaited<ReturnType<typeof customerWithKey>>;
let other: Awaited<ReturnType<typeof customerWithKey>>;
let folder: string;

beforeAll(async () => {
  upstream = await MockUpstream.start();
  api = await startApi({ env: { ...providersAt(upstream), LOG_LEVEL: 'error' } });
  customer = await customerWithKey(api, { plan: 'PRO' });
  other = await customerWithKey(api, { plan: 'PRO' });
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-output-'));
});
afterAll(async () => {
  await api.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  upstream.reset();
  upstream.isAlways('*', { is: 'fine', text: TEXT });
});

const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
  ... on RanTask { outcome { runId warnings isReplay seal { id } } answer { text }
    seal { id subject sha256 byteLength submitter verificationUrl run { id task } }
    run { id outputSha256 outputTextSha256 seal { id } } }
  ... on Problem { code message } } }`;

async function runTask(more: object = {}, as: Credential = customer.as): Promise<Json> {
  const input = { task: TASK, messages: [{ role: 'USER', content: 'Write an offer.' }], seal: true, ...more };
  const { data, errors } = await api.graphql(RUN_TASK, { as, variables: { input } });
  expect(errors).toBeUndefined();
  return data.runTask;
}

const sha256 = (text: string) => hash('sha256', text);
const pageOf = async (sealId: string) => (await api.fetch(`/v/${sealId}`, { headers: { accept: 'text/html' } })).text();
const statementOf = async (sealId: string) => {
  const bundle = JSON.parse((await sealFile(api, sealId, 'seal.sigstore.json')).toString());
  return JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString());
};

describe('an output that was asked for with a seal', () => {
  test('comes with it: of the exact text, and the log of runs has the same digest', async () => {
    const { answer, seal, run, outcome } = await runTask();

    expect(answer.text).toBe(TEXT);
    expect(seal).toMatchObject({ subject: 'OUTPUT', sha256: sha256(TEXT), submitter: 'CUSTOMER' });
    expect(seal.byteLength).toBe(Buffer.byteLength(TEXT));
    expect(seal.verificationUrl).toBe(`${api.url}/v/${seal.id}`);
    expect(run).toMatchObject({ outputTextSha256: seal.sha256, seal: { id: seal.id } });
    expect(seal.run).toEqual({ id: outcome.runId, task: TASK });
    expect(outcome).toMatchObject({ seal: { id: seal.id }, warnings: [] });

    const { subject, predicate } = await statementOf(seal.id);
    expect(subject).toEqual([{ name: outcome.runId, digest: { sha256: sha256(TEXT) } }]);
    expect(predicate).toMatchObject({
      producer: {
        kind: 'gateway',
        runId: outcome.runId,
        task: TASK,
        taskVersion: 1,
        deployment: SLOT.primary.id,
        policyVersion: 1,
        model: expect.any(String),
      },
      aiGenerated: true,
      simulated: false,
      notFinal: false,
      submitter: 'CUSTOMER',
      digitalSourceType: expect.stringMatching(/trainedAlgorithmicMedia$/),
    });
    expect(JSON.stringify(predicate)).not.toContain('Friday');
  });

  test('whose page tells everybody the task, the model, and that nothing was simulated; the run is for its owner', async () => {
    const { seal } = await runTask();
    const page = await pageOf(seal.id);

    expect(page).toContain(TASK);
    expect(page).toContain(SLOT.primary.id);
    expect(page).toMatch(/AI-generated/);
    expect(page).not.toContain('Friday');
    const { data } = await api.graphql(`{ seal(id: "${seal.id}") { sha256 run { id } } }`);
    expect(data.seal).toEqual({ sha256: seal.sha256, run: null });
    const others = await api.graphql(`{ seal(id: "${seal.id}") { run { id } } }`, { as: other.as });
    expect(others.data.seal.run).toBeNull();
  });

  test('that is simulated says so, in the statement and on its page, and names no model', async () => {
    const { seal, outcome } = await runTask({ task: SIMULATED_TASK });
    const { predicate } = await statementOf(seal.id);
    const page = await pageOf(seal.id);

    expect(predicate).toMatchObject({ simulated: true, aiGenerated: false, producer: { runId: outcome.runId } });
    expect(predicate.producer).not.toHaveProperty('model');
    expect(page).toContain('<dt>Simulated</dt><dd><bdi>yes</bdi>');
    expect(page).toContain(SIMULATED_TASK);
    expect(page).toContain('<dt>Simulates</dt>');
  });

  test('seals what is said, whatever else came along', async () => {
    upstream.isAlways('*', {
      is: 'sending',
      contentType: 'application/json',
      body: JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_790_000_000,
        model: 'deepseek-v4',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: TEXT, reasoning_content: 'What would be fair?' },
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
      }),
    });

    const { answer, seal, run } = await runTask({ task: TASK });

    expect(answer.text).toBe(TEXT);
    expect(seal.sha256).toBe(sha256(TEXT));
    expect(run.outputTextSha256).toBe(sha256(TEXT));
    expect(run.outputSha256).not.toBe(sha256(TEXT));
  });

  test('says what it cannot seal, and gives it all the same', async () => {
    upstream.isAlways('*', { is: 'fine', toolCall: { name: 'look', arguments: { at: 'it' } } });
    const tools = [{ name: 'look', parameters: { type: 'object', properties: { at: { type: 'string' } } } }];
    expect(await runTask({ tools })).toMatchObject({
      seal: null,
      outcome: { warnings: ['Not sealed: the answer has no text.'] },
      run: { outputTextSha256: null },
    });
    upstream.isAlways('*', { is: 'fine', text: 'é'.repeat(500_001) });
    const long = await runTask();
    expect(long.seal).toBeNull();
    expect(long.outcome.warnings.join()).toContain('at most 1000000');
    expect(long.answer.text).toHaveLength(500_001);
  });

  test('that comes in pieces has its seal at the end', async () => {
    const client = createClient({
      url: `${api.url}/graphql/stream`,
      headers: { authorization: `Bearer ${customer.token}` },
      retryAttempts: 0,
    });
    onTestFinished(() => client.dispose());
    const events = client.iterate<Json>({
      query: `subscription ($input: RunTaskInput) { taskRun(input: $input) { __typename
        ... on TaskDelta { text } ... on TaskOutcome { runId seal { sha256 run { id } } } } }`,
      variables: { input: { task: TASK, messages: [{ role: 'USER', content: 'An offer.' }], seal: true } },
    });
    let text = '';
    let last: Json;
    for await (const { data, errors } of events) {
      expect(errors).toBeUndefined();
      last = data.taskRun;
      text += last.text ?? '';
    }
    expect(text).toBe(TEXT);
    expect(last).toEqual({
      __typename: 'TaskOutcome',
      runId: last.runId,
      seal: { sha256: sha256(TEXT), run: { id: last.runId } },
    });
  });

  test('asked again under one idempotency key, it has one seal', async () => {
    const first = await runTask({ idempotencyKey: 'sealed once' });
    const again = await runTask({ idempotencyKey: 'sealed once' });

    expect(again.outcome.isReplay).toBe(true);
    expect(again.seal).toEqual(first.seal);
    expect(await api.database.query('select id from seal where run_id = $1', [first.outcome.runId])).toHaveLength(1);
    expect(await runTask({ idempotencyKey: 'sealed once', seal: false })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});

describe('by /v1', () => {
  const headers = { 'X-Imprimatur-Seal': 'true' };
  const messages = [{ role: 'user' as const, content: 'Write an offer.' }];
  const client = () => new OpenAI({ baseURL: `${api.url}/v1`, apiKey: customer.token });

  test('a whole answer has its seal in headers and in its own block, in both of the forms', async () => {
    const chat = await client().chat.completions.create({ model: TASK, messages }, { headers }).withResponse();
    const response = await client().responses.create({ model: TASK, input: 'An offer.' }, { headers }).withResponse();

    for (const [{ data, response: http }, text] of [
      [chat, chat.data.choices[0]!.message.content!],
      [response, response.data.output_text],
    ] as const) {
      const { seal, run_id } = (data as unknown as Json).imprimatur;
      expect(http.headers.get('x-imprimatur-seal-id')).toBe(seal.id);
      expect(http.headers.get('x-imprimatur-seal-url')).toBe(seal.url);
      expect(seal.url).toBe(`${api.url}/v/${seal.id}`);
      const { data: read } = await api.graphql(`{ seal(id: "${seal.id}") { sha256 run { id } } }`, { as: customer.as });
      expect(read.seal).toEqual({ sha256: sha256(text), run: { id: run_id } });
    }
  });

  test('a stream has it in its last chunk', async () => {
    const stream = await client().chat.completions.create({ model: TASK, messages, stream: true }, { headers });
    let text = '';
    let last: Json;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      last = chunk;
    }
    const { data } = await api.graphql(`{ seal(id: "${last.imprimatur.seal.id}") { sha256 } }`);
    expect(data.seal.sha256).toBe(sha256(text));
    expect(text).toBe(TEXT);
  });

  test('any other value of the header is refused, and nothing is run', async () => {
    for (const value of ['false', '1', 'TRUE', '']) {
      const { status, body } = await api.json('/v1/chat/completions', {
        as: customer.as,
        headers: { 'x-imprimatur-seal': value },
        body: { model: TASK, messages },
      });
      expect([status, body.error.code]).toEqual([400, 'invalid_value']);
      expect(body.error.message).toContain('X-Imprimatur-Seal');
    }
    expect(upstream.count).toBe(0);
  });

  test('without it nothing is sealed', async () => {
    const { body } = await api.json('/v1/chat/completions', { as: customer.as, body: { model: TASK, messages } });
    expect(body.imprimatur.seal).toBeNull();
    expect(await api.database.query('select id from seal where run_id = $1', [body.imprimatur.run_id])).toEqual([]);
  });
});

describe('sealed later', () => {
  const SEAL_OUTPUT = `mutation ($input: SealRunOutputInput!) { sealRunOutput(input: $input) { __typename
    ... on SealedRunOutput { seal { id sha256 subject run { id } } }
    ... on Problem { code message } ... on InputInvalid { issues { pointer } } } }`;
  const sent = (runId: string, text: string, as?: Credential) =>
    api.graphql(SEAL_OUTPUT, { as, variables: { input: { runId, text } } });
  const sealOutput = async (runId: string, text: string, as: Credential = customer.as): Promise<Json> =>
    (await sent(runId, text, as)).data.sealRunOutput;

  test('the very text that a run answered is, once, and no other', async () => {
    const { outcome } = await runTask({ seal: false });

    for (const wrong of [TEXT.trim(), TEXT.replaceAll('\r\n', '\n'), `${TEXT} `]) {
      expect(await sealOutput(outcome.runId, wrong)).toMatchObject({
        __typename: 'InputInvalid',
        issues: [{ pointer: '/text' }],
      });
    }
    const [first, second] = await Promise.all([sealOutput(outcome.runId, TEXT), sealOutput(outcome.runId, TEXT)]);
    expect(first).toMatchObject({ seal: { subject: 'OUTPUT', sha256: sha256(TEXT), run: { id: outcome.runId } } });
    expect(second).toEqual(first);
    expect(await sealOutput(outcome.runId, TEXT)).toEqual(first);
    expect((await statementOf(first.seal.id)).predicate).toMatchObject({
      producer: { runId: outcome.runId, task: TASK, deployment: SLOT.primary.id, policyVersion: 1 },
      simulated: false,
    });
  });

  test('one that was withdrawn gives way to a new one', async () => {
    const { outcome, seal } = await runTask();
    const { data } = await api.graphql(
      `mutation { revokeSeal(input: { sealId: "${seal.id}", reason: "Wrong price." }) { __typename } }`,
      { as: 'operator' },
    );
    expect(data.revokeSeal.__typename).not.toMatch(/Refused|Forbidden/);
    const anew = await sealOutput(outcome.runId, TEXT);
    expect(anew.seal.id).not.toBe(seal.id);
  });

  test('a run of somebody else’s is none, and strangers have none', async () => {
    const { outcome } = await runTask({ seal: false });
    expect(await sealOutput(outcome.runId, TEXT, other.as)).toMatchObject({ __typename: 'NotFound' });
    expect(refusalOf(await sent(outcome.runId, TEXT))).toBe('UNAUTHENTICATED');
    expect(await sealOutput(outcome.runId, TEXT, 'operator')).toMatchObject({ seal: { sha256: sha256(TEXT) } });
  });

  test('a run that failed has no answer', async () => {
    upstream.isAlways('*', { is: 'refusing', status: 401 });
    const failed = await api.json('/v1/chat/completions', {
      as: customer.as,
      body: { model: TASK, messages: [{ role: 'user', content: 'Write an offer.' }] },
    });
    const runId = failed.headers.get('x-imprimatur-run-id')!;
    expect(await sealOutput(runId, TEXT)).toMatchObject({ __typename: 'SealConflict' });
  });
});

describe('strangers’ tools', () => {
  test('@sigstore/verify and openssl accept the seal of an output', async () => {
    const { seal } = await runTask();
    const jsonAt = async (path: string) => JSON.parse((await download(api, path)).toString('utf8'));
    const trust = await jsonAt('/.well-known/imprimatur/trust.json');
    const root = TrustedRoot.fromJSON(await jsonAt('/.well-known/imprimatur/trusted_root.json'));
    const keys = Object.fromEntries(
      trust.sealKeys.map(({ hint, publicKey }: Json) => [
        hint,
        { rawBytes: Buffer.from(publicKey, 'base64'), keyDetails: 5 },
      ]),
    );
    const verifier = new Verifier(toTrustMaterial(root, keys), { tlogThreshold: 1, timestampThreshold: 0 });
    const bundle = JSON.parse((await sealFile(api, seal.id, 'seal.sigstore.json')).toString());
    expect(verifier.verify(toSignedEntity(bundleFromJSON(bundle))).key).toBeDefined();

    for (const name of ['pae.bin', 'sig.der', 'seal.pub.pem']) {
      writeFileSync(path.join(folder, name), await sealFile(api, seal.id, name));
    }
    const verify = ['dgst', '-sha256', '-verify', 'seal.pub.pem', '-signature', 'sig.der', 'pae.bin'];
    expect(execFileSync('openssl', verify, { cwd: folder, encoding: 'utf8' })).toContain('Verified OK');
    expect((await sealFile(api, seal.id, 'VERIFY.txt')).toString()).toContain(sha256(TEXT));
  });
});
