import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ProviderFailure } from '../../../src/providers/index.ts';
import { FakeProviders, request, startGateway } from './support.ts';

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
});
afterAll(() => {
  trace.disable();
  context.disable();
});
afterEach(() => exporter.reset());

const traced = <T>(work: () => Promise<T>) =>
  trace.getTracer('test').startActiveSpan('asked', (span) => work().finally(() => span.end()));

test('a run is one span, and each of its tries another within it, by the names of the conventions', async () => {
  const failure = new ProviderFailure('PROVIDER_ERROR', 'It broke.', { statusCode: 500 });
  const gateway = await startGateway(new FakeProviders({ fail: failure }, { answer: {} }), {
    attempts: { most: 2, perDeployment: 1 },
  });

  const { id } = await traced(() => gateway.runner.complete(gateway.ctx(), request()));

  const spans = exporter.getFinishedSpans();
  const run = spans.find(({ name }) => name === 'gateway.run')!;
  const tries = spans.filter(({ name }) => name.startsWith('chat '));
  expect(run.attributes).toMatchObject({
    'imprimatur.run.id': id,
    'imprimatur.attempts': 2,
    'imprimatur.past_soft_cap': false,
  });
  expect(tries.map(({ name, kind, parentSpanContext }) => [name, kind, parentSpanContext?.spanId])).toEqual([
    ['chat one', SpanKind.CLIENT, run.spanContext().spanId],
    ['chat two', SpanKind.CLIENT, run.spanContext().spanId],
  ]);
  expect(tries[0]!.attributes).toMatchObject({ 'error.type': 'provider_error', 'gen_ai.provider.name': 'openai' });
  expect(tries[1]!.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'two',
    'gen_ai.request.stream': false,
    'gen_ai.output.type': 'text',
    'gen_ai.response.model': 'two-0815',
    'gen_ai.response.id': 'resp_1',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': 5,
    'gen_ai.usage.cache_read.input_tokens': 2,
    'gen_ai.usage.reasoning.output_tokens': 1,
  });
  expect(run.instrumentationScope.schemaUrl).toBe('https://opentelemetry.io/schemas/gen-ai/1.42.0');
  expect(JSON.stringify(spans.map(({ attributes, events }) => [attributes, events]))).not.toContain('Good day');
});

test('where nobody traces there is no span', async () => {
  const gateway = await startGateway(new FakeProviders({ answer: {} }));

  await gateway.runner.complete(gateway.ctx(), request());

  expect(exporter.getFinishedSpans()).toEqual([]);
});
