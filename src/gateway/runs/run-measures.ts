import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';
import { GEN_AI, GEN_AI_METRIC, genAiProvider, OPERATION } from '../../providers/index.ts';
import type { LiveAttempt } from './attempt.ts';
import type { AnyRunContext } from './run-context.ts';
import type { RunEnd } from './run-rows.ts';

/** Bucket limits in seconds: this service takes a millisecond or two, a model up to minutes. */
const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Metrics of finished runs. Attributes are names of the catalogue and of small fixed sets. */
export class RunMeasures {
  readonly #duration: Histogram;
  readonly #firstPart: Histogram;
  readonly #overhead: Histogram;
  readonly #attempts: Counter;
  readonly #inputTokens: Counter;
  readonly #outputTokens: Counter;
  readonly #cacheReadTokens: Counter;
  readonly #reasoningTokens: Counter;
  readonly #charged: Counter;
  readonly #possibleCost: Counter;
  readonly #discrepancies: Counter;
  /** Attribute objects by key. Reusing the same objects makes counting cheap. */
  readonly #known = new Map<string, Attributes>();

  constructor(meter: Meter) {
    const seconds = (name: string, description: string) =>
      meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: SECONDS } });
    this.#duration = seconds('imprimatur.gateway.run.duration', 'Duration of runs, from the request to their end.');
    this.#firstPart = seconds(
      'imprimatur.gateway.run.time_to_first_part',
      'Time until the first part of a streamed run.',
    );
    this.#overhead = seconds(
      'imprimatur.gateway.run.overhead',
      'Time spent in this service, without waiting for providers.',
    );
    this.#attempts = meter.createCounter('imprimatur.gateway.attempts', {
      unit: '{attempt}',
      description: 'Attempts of runs, by result.',
    });
    this.#inputTokens = meter.createCounter(GEN_AI_METRIC.INPUT_TOKENS, {
      unit: '{token}',
      description: 'Known input tokens.',
    });
    this.#outputTokens = meter.createCounter(GEN_AI_METRIC.OUTPUT_TOKENS, {
      unit: '{token}',
      description: 'Known output tokens.',
    });
    this.#cacheReadTokens = meter.createCounter(GEN_AI_METRIC.CACHE_READ_TOKENS, {
      unit: '{token}',
      description: 'Input tokens read from providers’ caches.',
    });
    this.#reasoningTokens = meter.createCounter(GEN_AI_METRIC.REASONING_TOKENS, {
      unit: '{token}',
      description: 'Output tokens used for reasoning.',
    });
    this.#charged = meter.createCounter('imprimatur.gateway.charged', {
      unit: '{microdollar}',
      description: 'Known charges to accounts.',
    });
    this.#possibleCost = meter.createCounter('imprimatur.gateway.possible_cost', {
      unit: '{microdollar}',
      description: 'Maximum amount that providers may bill beyond the charges.',
    });
    this.#discrepancies = meter.createCounter('imprimatur.gateway.usage_discrepancies', {
      unit: '{attempt}',
      description: 'Attempts whose provider reported more than the request could use or cost.',
    });
  }

  ended(run: AnyRunContext, { status, failure }: RunEnd): void {
    const task = run.task.name;
    const attributes = this.#attributes(`${task} ${status} ${failure?.failure}`, () => ({
      'imprimatur.task': task,
      'imprimatur.run.status': status,
      ...(failure && { 'error.type': failure.failure }),
    }));
    this.#duration.record(run.elapsedMs / 1000, attributes);
    this.#overhead.record(run.overheadMs / 1000, attributes);
    if (run.firstPartMs !== null) this.#firstPart.record(run.firstPartMs / 1000, attributes);
    for (const attempt of run.attempts) this.#attempted(attempt);
  }

  #attempted({ deployment, credential, failure, cost }: LiveAttempt): void {
    const attributes = this.#attributes(`${deployment.id} ${credential.source} ${failure?.failure}`, () => ({
      [GEN_AI.OPERATION_NAME]: OPERATION[deployment.kind],
      [GEN_AI.PROVIDER_NAME]: genAiProvider(deployment.provider, credential.source === 'SANDBOX'),
      [GEN_AI.REQUEST_MODEL]: deployment.model,
      'imprimatur.deployment': deployment.id,
      'imprimatur.credential.source': credential.source,
      ...(failure && { 'error.type': failure.failure }),
    }));
    this.#attempts.add(1, attributes);
    const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = cost.usage;
    if (inputTokens) this.#inputTokens.add(inputTokens, attributes);
    if (outputTokens) this.#outputTokens.add(outputTokens, attributes);
    if (cachedInputTokens) this.#cacheReadTokens.add(cachedInputTokens, attributes);
    if (reasoningTokens) this.#reasoningTokens.add(reasoningTokens, attributes);
    if (cost.chargedMicros) this.#charged.add(cost.chargedMicros, attributes);
    if (cost.possibleCostMicros) this.#possibleCost.add(cost.possibleCostMicros, attributes);
    if (cost.discrepancy) this.#discrepancies.add(1, attributes);
  }

  #attributes(key: string, make: () => Attributes): Attributes {
    let known = this.#known.get(key);
    if (!known) {
      known = make();
      this.#known.set(key, known);
    }
    return known;
  }
}
