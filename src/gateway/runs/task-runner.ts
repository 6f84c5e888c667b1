import type { Account, CustomersApi } from '../../customers/index.ts';
import type { DocumentsApi } from '../../documents/index.ts';
import type { ModelsApi, TextTask, TokenUsage } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import type { SchemaChecker } from '../../platform/json-schema/schema-checker.ts';
import { lifetimesIn, ProviderFailure, type ProvidersApi } from '../../providers/index.ts';
import type { RoutingRequest } from '../routing/decision.ts';
import type { RoutedRequest } from '../routing/router.ts';
import { type CountedInput, inputTokens } from '../routing/token-count.ts';
import { countedInput } from '../routing/token-families.ts';
import { type ParsedAnswer, readAnswer, textOf } from './answer.ts';
import { type AttemptCall, AttemptFailed, attemptCallOf, attemptPath } from './attempt-path.ts';
import { CitationCheck } from './citations/citation-check.ts';
import type { CitedAnswer } from './citations/cited-answer.ts';
import { citedAnswerOf } from './citations/citing.ts';
import { assertTakesDocuments } from './citations/document-request.ts';
import { PassageChoice } from './citations/passage-choice.ts';
import { promptDigest } from './content-digest.ts';
import { maxOutputTokensOf } from './model-request.ts';
import { type OpenedStream, openStream } from './open-stream.ts';
import {
  type FoundMismatch,
  isComplete,
  mismatchOf,
  type OutputCheck,
  outputCheckFor,
  outputInvalid,
} from './output-check.ts';
import { PrefixMemory } from './prompt-cache/prefix-memory.ts';
import type { ReasoningKeeper } from './reasoning/reasoning-keeper.ts';
import { withReasoning } from './reasoning/returned-reasoning.ts';
import { canBeRepaired, repairOf } from './repair.ts';
import { assertFits, assertInScope, assertText } from './request-check.ts';
import { reserveRun } from './reserve.ts';
import type { RoutesTasks } from './routes.ts';
import type { RunAccess } from './run-access.ts';
import { RunContext } from './run-context.ts';
import type { RunFinisher } from './run-finisher.ts';
import type { AroundCalls } from './run-step.ts';
import type { RunSteps } from './run-steps.ts';
import { RunStream } from './run-stream.ts';
import type {
  AdmittedRun,
  BegunRun,
  CompletedRun,
  OnAdmitted,
  RunTasks,
  StreamedRun,
  TaskRequest,
} from './run-task.ts';
import type { UnservedRequests } from './unserved-requests.ts';
import { FREE } from './usage.ts';
import { usageBoundOf } from './usage-bound.ts';

export interface TaskRunnerOptions {
  models: Pick<ModelsApi, 'priceAt' | 'costOf'>;
  customers: Pick<CustomersApi, 'accountOf' | 'reserve'>;
  providers: Pick<ProvidersApi, 'call' | 'stream'>;
  documents: DocumentsApi;
  routes: RoutesTasks;
  steps: Pick<RunSteps, 'list'>;
  access: Pick<RunAccess, 'assertMayRun' | 'takeFor'>;
  unserved: Pick<UnservedRequests, 'answer'>;
  /** Compiles schemas and checks answers by them. */
  checker: Pick<SchemaChecker, 'compileProblem' | 'check'>;
  finisher: RunFinisher;
  reasoning: Pick<ReasoningKeeper, 'keep' | 'recall'>;
}

/** Runs text tasks: account, routing, reservation, attempts and record. */
export class TaskRunner implements RunTasks {
  readonly #options: TaskRunnerOptions;
  readonly #prefixes = new PrefixMemory();

  constructor(options: TaskRunnerOptions) {
    this.#options = options;
  }

  async complete(ctx: Context, request: TaskRequest): Promise<CompletedRun> {
    const { models, finisher } = this.#options;
    const run = await this.#begin(ctx, request);
    let answer: ProviderTextAnswer | null = null;
    let mismatch: FoundMismatch | null = null;
    let cited: CitedAnswer | null = null;
    try {
      answer = await attemptPath(run, models, (...step) => this.#ask(run, attemptCallOf(run, ...step, this.#prefixes)));
      mismatch = await mismatchOf(run, answer);
      const repaired = mismatch && canBeRepaired(run) && (await this.#repaired(run, answer, mismatch));
      if (repaired) ({ answer, mismatch } = repaired);
      if (mismatch?.isStrict) throw outputInvalid(mismatch);
      cited = await citedAnswerOf(run, { text: answer.text, native: answer.quotations, finish: answer.finish });
    } catch (error) {
      throw await finisher.fail(run, {
        failure: run.failureOf(error),
        usage: answer?.finish.usage,
        isDelivered: answer !== null,
        outputTokens: answer?.output.tokens ?? 0,
        output: answer?.output.digest() ?? null,
        answer: answer && kept(answer),
      });
    }
    const { text, refusal, reasoning, toolCalls, signatures, citations, finish, output } = answer;
    const all = { text, ...(refusal !== undefined && { refusal }), reasoning, toolCalls, citations };
    const begun = begunOf(run);
    const end = await finisher.succeed(run, {
      finish,
      outputTokens: output.tokens,
      output: output.digest(),
      answer: { ...all, ...(cited && { cited }) },
      mismatch,
    });
    const calls = toolCalls.map(({ id }, at) => ({ id, signature: signatures[at]! }));
    const carried = await this.#options.reasoning.keep(run, end.held !== null, { text: reasoning, calls });
    return {
      ...begun,
      ...end,
      ...(carried !== null && { encryptedReasoning: carried }),
      ...(end.held ? NOTHING : all),
    };
  }

  async stream(ctx: Context, request: TaskRequest, onAdmitted?: OnAdmitted): Promise<StreamedRun> {
    const { models, finisher, providers } = this.#options;
    const run = await this.#begin(ctx, request);
    onAdmitted?.(admittedOf(run));
    let opened: OpenedStream;
    try {
      opened = await attemptPath(run, models, (...step) =>
        openStream(run, providers, attemptCallOf(run, ...step, this.#prefixes)),
      );
    } catch (error) {
      const failure = run.failureOf(error);
      throw await finisher.fail(run, { failure, isDelivered: false, outputTokens: 0, output: null, answer: null });
    }
    const { attempt } = run;
    run.waitedMs += performance.now() - attempt!.beganMs;
    run.firstPartMs = run.elapsedMs;
    run.warnings.push(...opened.reader.warnings);
    return { ...begunOf(run), parts: new RunStream(run, finisher, opened, this.#options.reasoning) };
  }

  /**
   * Does everything before the first attempt. A refusal costs nothing. It is recorded as a run only if no deployment can be
   * called.
   */
  async #begin(ctx: Context, request: TaskRequest): Promise<RunContext> {
    const { access, checker, customers, documents, routes, steps, unserved } = this.#options;
    const beganMs = performance.now();
    access.assertMayRun(ctx);
    const [account, { task }] = await Promise.all([customers.accountOf(ctx), routes.task(request.task)]);
    assertText(task);
    assertInScope(account, task);
    assertFits(request, task);
    if (request.documents) assertTakesDocuments(request, request.documents, task);
    const check = outputCheckFor(request, task, checker);
    let passages = request.documents ? await PassageChoice.of(ctx, documents, request, request.documents) : null;
    let sent = passages ? { ...request, prompt: passages.withIn(request.prompt) } : request;
    const counted = inputTokens(countedParts(request, task, sent.prompt));
    const routingRequest: RoutingRequest = {
      task: task.name,
      // Tokens of long input are counted asynchronously.
      ...countedInput(counted instanceof Promise ? await counted : counted),
      maxOutputTokens: maxOutputTokensOf(request, task),
      needsTools: request.tools.length > 0,
      needsOutputSchema: check !== null,
      ...(check?.isRecursive && { isSchemaRecursive: true }),
      preference: request.preference,
      ...(lifetimesIn(request).includes('1h') && { isHourCached: true }),
      ...(passages && { documents: passages.dataClass }),
    };
    let routed = await routes.route(account, routingRequest);
    while (passages && isTooMuch(routed)) {
      passages = passages.half();
      if (!passages) break;
      sent = { ...request, prompt: passages.withIn(request.prompt) };
      const fewer = countedInput(await inputTokens(countedParts(request, task, sent.prompt)));
      routed = await routes.route(account, { ...routingRequest, ...fewer });
    }
    const citing = passages && new CitationCheck(ctx, documents, passages.passages);
    const around: AroundCalls[] = [];
    const createRun = () => runContextFor({ ctx, request, sent, account, routed, check, citing, around, beganMs });
    if (routed.decision.path.length === 0) throw await unserved.answer(ctx, routed.decision, createRun);
    await access.takeFor(ctx, routed);
    // The schema is compiled after the check of anonymous callers' limits, since a compilation takes a worker's time.
    await check?.compile();
    const reasoned = await this.#withReasoning(account, sent, routed);
    if (reasoned.sent !== sent) {
      sent = reasoned.sent;
      routed = await this.#routedWith(sent.prompt, account, request, routed);
      if (routed.decision.path.length === 0) throw await unserved.answer(ctx, routed.decision, createRun);
    }
    for (const step of steps.list) {
      const one = await step.beforeCalls?.({ ctx, account, request: sent, routed: routedText(routed) });
      if (!one) continue;
      around.push(one);
      if (!one.prompt) continue;
      routed = await this.#routedWith(one.prompt, account, request, routed);
      if (routed.decision.path.length === 0) throw await unserved.answer(ctx, routed.decision, createRun);
    }
    const run = createRun();
    run.lateWarnings.push(...reasoned.warnings);
    try {
      await reserveRun(run, customers);
    } catch (error) {
      run.close();
      throw error;
    }
    return run;
  }

  /** The request with the reasoning that led to its tool calls, if a deployment of its path needs it. */
  async #withReasoning(account: Account, request: TaskRequest, { catalogue, decision }: RoutedRequest) {
    const path = catalogue.deployments.filter(({ id }) => decision.path.includes(id));
    const { found, warnings } = await this.#options.reasoning.recall(account, request, path);
    const sent = found.length === 0 ? request : { ...request, prompt: withReasoning(request.prompt, found) };
    return { sent, warnings };
  }

  /** Routes again if the new prompt has more tokens than the prompt that was routed before, and so can cost more. */
  async #routedWith(prompt: TaskRequest['prompt'], account: Account, request: TaskRequest, routed: RoutedRequest) {
    const { task } = routedText(routed);
    const { inputTokens: tokens, inputCharacters } = countedInput(
      await inputTokens(countedParts(request, task, prompt)),
    );
    if (tokens <= routed.request.inputTokens) return routed;
    return this.#options.routes.route(account, { ...routed.request, inputTokens: tokens, inputCharacters });
  }

  /**
   * Repairs an answer that misses its schema.
   * @returns null if the first answer is used: no attempt was possible, or it failed
   */
  async #repaired(
    run: RunContext,
    first: ProviderTextAnswer,
    mismatch: FoundMismatch,
  ): Promise<{ answer: ProviderTextAnswer; mismatch: FoundMismatch | null } | null> {
    const { models } = this.#options;
    const answered = run.attempt!;
    const { finish, output } = first;
    const counted = { counted: finish.usage, outputTokens: output.tokens, isWhole: true };
    const cost = run.costOf(models, answered, counted);
    answered.succeed(cost);
    const repair = repairOf(run, models, first.sentText, mismatch);
    if (!repair) {
      if (mismatch.isStrict) answered.missed(outputInvalid(mismatch));
      return null;
    }
    const { attempt, messages } = repair;
    run.attempts.push(attempt);
    let lostUsage: TokenUsage | null = null;
    try {
      const answer = await this.#ask(run, attemptCallOf(run, attempt, false, this.#prefixes, messages));
      lostUsage = answer.finish.usage;
      if (!isComplete(answer.finish)) throw outputInvalid(mismatch);
      const left = await mismatchOf(run, answer);
      answered.missed(outputInvalid(mismatch));
      run.warnings.push('The first answer missed its schema. Another attempt repaired it and is charged as well.');
      return { answer, mismatch: left };
    } catch (error) {
      const failure = run.failureOf(error instanceof AttemptFailed ? error.failure : error);
      const lost = failure.mayHaveCost ? run.costOfLost(models, attempt, lostUsage ?? failure.usage) : FREE;
      attempt.fail(failure, lost);
      run.waitedMs += attempt.durationMs;
      run.warnings.push('The answer misses its schema, and the attempt to repair it failed.');
      run.answering = answered;
      if (mismatch.isStrict) answered.missed(outputInvalid(mismatch));
      return null;
    }
  }

  async #ask(run: RunContext, { attempt, call }: AttemptCall): Promise<ProviderTextAnswer> {
    try {
      const sent = await this.#options.providers.call(call);
      const answer = run.answered(sent, attempt.deployment);
      attempt.headersMs = answer.headersMs;
      attempt.statusCode = answer.statusCode;
      attempt.responseModel = answer.responseModel;
      attempt.responseId = answer.responseId;
      run.warnings.push(...answer.warnings);
      const read = readAnswer(answer, run.check !== null);
      if (read.output.isEmpty && read.finish.finishReason === 'other') {
        const { usage } = read.finish;
        throw new ProviderFailure('GARBAGE', 'The provider’s answer is empty.', { mayHaveCost: true, usage });
      }
      run.waitedMs += performance.now() - attempt.beganMs;
      return { ...read, sentText: textOf(sent.content, false) };
    } catch (error) {
      throw new AttemptFailed(run.failureOf(error));
    }
  }
}

/** An answer with the text that the provider sent, including placeholders for redacted data. */
interface ProviderTextAnswer extends ParsedAnswer {
  readonly sentText: string;
}

interface RunStart {
  readonly ctx: Context;
  readonly request: TaskRequest;
  /** The request as sent to providers: with the reasoning that its tool calls need, or the caller's request if none is needed. */
  readonly sent: TaskRequest;
  readonly account: Account;
  readonly routed: RoutedRequest;
  readonly check: OutputCheck | null;
  readonly citing: CitationCheck | null;
  readonly around: readonly AroundCalls[];
  readonly beganMs: number;
}

function runContextFor({ ctx, request, sent, account, routed, check, citing, around, beganMs }: RunStart): RunContext {
  const text = routedText(routed);
  const prompt = promptDigest(request.prompt);
  const bound = usageBoundOf({
    request,
    task: text.task,
    promptBytes: sent === request ? prompt.byteSize : promptDigest(sent.prompt).byteSize,
    isRedacted: around.some((one) => one.prompt),
    counted: text.request,
  });
  return new RunContext({
    ctx,
    request,
    sent,
    account,
    routed: text,
    prompt,
    check,
    citing,
    steps: around,
    bound,
    beganMs,
  });
}

/** True if fewer passages can help: the models or the account's limit can't take so many. */
const isTooMuch = ({ decision: { refusal } }: RoutedRequest) =>
  refusal?.code === 'CONTEXT_LENGTH_EXCEEDED' || refusal?.code === 'HARD_LIMIT';

function countedParts({ tools, json }: TaskRequest, task: TextTask, prompt: TaskRequest['prompt']): CountedInput {
  return { instructions: task.instructions, prompt, tools, outputSchema: json?.schema ?? task.outputSchema };
}

function routedText(routed: RoutedRequest): RoutedRequest<TextTask> {
  const { task } = routed;
  assertText(task);
  return { ...routed, task };
}

function admittedOf(run: RunContext): AdmittedRun {
  const { decision } = run.routed;
  return {
    id: run.id,
    task: run.task.name,
    taskVersion: run.task.version,
    startedAt: run.startedAt,
    decision,
    isNotFinal: decision.isNotFinal,
    isPastSoftCap: run.isPastSoftCap,
  };
}

function begunOf(run: RunContext): BegunRun {
  const attempt = run.attempt!;
  return {
    ...admittedOf(run),
    deployment: attempt.deployment.id,
    model: attempt.responseModel ?? attempt.deployment.model,
    attempts: run.attempts.length,
    isSimulated: attempt.credential.source === 'SANDBOX',
    warnings: run.warnings,
    overheadMs: run.overheadMs,
    isHeld: run.isHeld,
    isReplay: false,
  };
}

/** Empty answer, returned while the real one is held. */
const NOTHING = { text: '', reasoning: '', toolCalls: [], citations: [] };

const kept = ({ text, refusal, toolCalls, citations }: ParsedAnswer) => ({
  text,
  ...(refusal !== undefined && { refusal }),
  toolCalls,
  citations,
});
