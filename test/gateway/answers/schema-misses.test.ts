import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../support/api.ts';
import { answering } from '../../support/providers/stand-ins.ts';
import { Answers, TASK_OF } from './support.ts';

let service: Answers;
beforeAll(async () => {
  service = await Answers.start();
});
afterAll(() => service.stop());
beforeEach(() => says('{"number":17}'));

const TASK = TASK_OF.openai;
const SCHEMA = {
  type: 'object',
  properties: { number: { type: 'string' } },
  required: ['number'],
  additionalProperties: false,
};
const messages = [{ role: 'user', content: 'Invoice 17' }];
const chatFormat = (strict?: boolean) => ({
  messages,
  response_format: { type: 'json_schema', json_schema: { name: 'invoice', schema: SCHEMA, strict } },
});
const responsesFormat = (strict?: boolean) => ({
  text: { format: { type: 'json_schema', name: 'invoice', schema: SCHEMA, strict } },
});

const says = (text: string) => service.replies.set('openai', (asked) => answering('openai', asked, undefined, text));

const MISSED = { outputMismatch: { message: 'The answer does not fit its schema at /number.', pointer: '/number' } };

describe('an answer that misses a schema without `strict` is handed over', () => {
  test.each([undefined, false])('in chat, whole and streamed: strict %s', async (strict) => {
    const { choice, body } = await service.chat(TASK, chatFormat(strict));
    const { chunks } = await service.chatStream(TASK, chatFormat(strict));

    expect(choice).toMatchObject({ message: { content: '{"number":17}' }, finish_reason: 'stop' });
    expect(body.imprimatur).toMatchObject(MISSED);
    expect(chunks.map(({ choices: [one] }: Json) => one?.delta.content ?? '').join('')).toBe('{"number":17}');
    expect(chunks.at(-1)!.imprimatur).toMatchObject(MISSED);
  });

  test('in responses, whole and streamed', async () => {
    const response = await service.responses(TASK, responsesFormat());
    const { response: streamed } = await service.responsesStream(TASK, responsesFormat());

    for (const one of [response, streamed]) {
      expect(one).toMatchObject({
        status: 'completed',
        output: [{ content: [{ text: '{"number":17}' }] }],
        imprimatur: MISSED,
      });
    }
  });

  test('in the graph, and the log says so', async () => {
    const ran = await service.runTask(TASK, { outputSchema: SCHEMA });

    expect(ran).toMatchObject({
      __typename: 'OutputWithMismatch',
      code: 'OUTPUT_INVALID',
      message: MISSED.outputMismatch.message,
      pointer: '/number',
      answer: { text: '{"number":17}' },
      outcome: { outputMismatch: { kind: 'UNFIT', ...MISSED.outputMismatch } },
    });
    expect(await service.newestRun('status outputMismatch failure')).toEqual({
      status: 'SUCCEEDED',
      outputMismatch: 'UNFIT',
      failure: null,
    });
  });

  test('in JSON mode, if it isn’t JSON', async () => {
    says('Seventeen.');

    const { body } = await service.chat(TASK, { messages, response_format: { type: 'json_object' } });

    expect(body.imprimatur.outputMismatch).toEqual({ message: 'The answer is not JSON.', pointer: '' });
    expect(await service.newestRun('outputMismatch')).toEqual({ outputMismatch: 'NOT_JSON' });
  });

  test('and again under its idempotency key', async () => {
    const options = { headers: { 'Idempotency-Key': 'a-mismatch' } };
    const body = { model: TASK, ...chatFormat() } as never;

    await service.client.chat.completions.create(body, options);
    const again = (await service.client.chat.completions.create(body, options)) as unknown as Json;

    expect(again.imprimatur).toMatchObject({ replayed: true, ...MISSED });
  });

  test('with a seal of exactly this text', async () => {
    const { data } = await service.client.chat.completions
      .create({ model: TASK, ...chatFormat() } as never, { headers: { 'X-Imprimatur-Seal': 'true' } })
      .withResponse();

    expect((data as unknown as Json).imprimatur).toMatchObject({ ...MISSED, seal: { id: expect.any(String) } });
  });
});

test('an answer that fits says nothing of its schema', async () => {
  says('{"number":"17"}');

  const { body } = await service.chat(TASK, chatFormat());

  expect(body.imprimatur).not.toHaveProperty('outputMismatch');
  expect(await service.runTask(TASK, { outputSchema: SCHEMA })).toMatchObject({
    __typename: 'RanTask',
    outcome: { outputMismatch: null },
  });
  expect(await service.newestRun('outputMismatch')).toEqual({ outputMismatch: null });
});

describe('a strict schema that is missed is an error', () => {
  test('in chat and responses', async () => {
    const error = { status: 502, code: 'output_invalid' };

    await expect(service.chat(TASK, chatFormat(true))).rejects.toMatchObject(error);
    await expect(service.responses(TASK, responsesFormat(true))).rejects.toMatchObject(error);
    await expect(service.chatStream(TASK, chatFormat(true))).rejects.toMatchObject({ code: 'output_invalid' });
    expect(await service.newestRun('status failure outputMismatch')).toEqual({
      status: 'FAILED',
      failure: 'OUTPUT_INVALID',
      outputMismatch: null,
    });
  });
});

describe('behind a gate', () => {
  const GATED = 'deep-reasoning/synthesis';
  const heldIn = (error: Json) => ({ runId: error.headers.get('x-imprimatur-run-id'), body: error.error });

  test('an answer that misses its schema is held like any other, and released with what it misses', async () => {
    service.replies.set('anthropic', (asked) => answering('anthropic', asked, undefined, '{"number":17}'));

    const { runId, body } = heldIn(await service.chat(GATED, chatFormat()).catch((error) => error));

    expect(JSON.stringify(body)).not.toContain('/number');
    const id = body.approval.id;
    const { approval } = await asOperator('query ($id: ID!) { approval(id: $id) { sha256 payloadText } }', { id });
    expect(JSON.parse(approval.payloadText)).toMatchObject(MISSED);
    const { approve } = await asOperator(
      'mutation ($input: ApproveInput!) { approve(input: $input) { __typename ... on Problem { message } } }',
      { input: { approvalId: id, sha256: approval.sha256 } },
    );
    expect(approve).toEqual({ __typename: 'ApprovedRequest' });
    const released = (await service.client.get(`/runs/${runId}`)) as Json;
    expect(released).toMatchObject({
      choices: [{ message: { content: '{"number":17}' } }],
      imprimatur: MISSED,
    });
  });

  async function asOperator(query: string, variables: Json): Promise<Json> {
    const { data, errors } = await service.api.graphql(query, { as: 'operator', variables });
    if (!data) throw new Error(JSON.stringify(errors));
    return data;
  }
});
