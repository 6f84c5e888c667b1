import '../../../src/gateway/gateway.names.ts';
import { hash } from 'node:crypto';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { onTestFinished } from 'vitest';
import '../../../src/approvals/index.ts';
import type { ApprovalsApi } from '../../../src/approvals/index.ts';
import type { Account, Reservation, ReserveResult } from '../../../src/customers/index.ts';
import type { DocumentsApi } from '../../../src/documents/index.ts';
import type { Decision } from '../../../src/gateway/routing/decide.ts';
import { Attempt } from '../../../src/gateway/runs/attempt.entity.ts';
import { holdStep } from '../../../src/gateway/runs/hold-step.ts';
import { redactionStep } from '../../../src/gateway/runs/redaction/redaction-step.ts';
import { Run } from '../../../src/gateway/runs/run.entity.ts';
import { RunContent } from '../../../src/gateway/runs/run-content.entity.ts';
import { RunFinisher } from '../../../src/gateway/runs/run-finisher.ts';
import { RunLog } from '../../../src/gateway/runs/run-log.ts';
import { RunSteps } from '../../../src/gateway/runs/run-steps.ts';
import type { RunPart, StreamedRun, TaskRequest } from '../../../src/gateway/runs/run-task.ts';
import { TaskRunner } from '../../../src/gateway/runs/task-runner.ts';
import { UnservedRequests } from '../../../src/gateway/runs/unserved-requests.ts';
import type { Catalogue, TextDeployment, TextTask } from '../../../src/models/index.ts';
import { internal, type Principal } from '../../../src/platform/auth/principal.ts';
import { Context } from '../../../src/platform/context.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { ormOptions } from '../../../src/platform/database/orm-options.ts';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { SchemaChecker, type SchemaCheckerOptions } from '../../../src/platform/json-schema/schema-checker.ts';
import {
  type CallCredential,
  type ProviderAnswer,
  type ProviderCall,
  ProviderFailure,
  type ProviderStream,
} from '../../../src/providers/index.ts';
import { NameList } from '../../../src/redaction/index.ts';
import { contextBase } from '../../support/context.ts';
import { cloneDatabase, type TestDatabase } from '../../support/database.ts';
import { SampleDocuments } from '../citations/support.ts';

const deployment = (id: string): TextDeployment => ({
  kind: 'TEXT',
  id,
  provider: id.split('/')[0] as TextDeployment['provider'],
  model: id.split('/')[1]!,
  contextWindow: 100_000,
  maxInputTokens: null,
  maxOutputTokens: null,
  confidence: 'HIGH',
  mixtureOfExperts: null,
  dataClass: 'HOSTED',
  takesTemperature: true,
  takesTools: true,
  takesOutputSchema: true,
});

export const TASK: TextTask = {
  kind: 'TEXT',
  name: 'deep-reasoning/evidence-chain',
  version: 3,
  slot: 'deep-reasoning/evidence-chain',
  title: 'Evidence chain',
  description: 'For tests.',
  instructions: 'Argue from evidence.',
  parameters: { defaultMaxOutputTokens: 1_000, maxOutputTokens: 4_000, temperature: { min: 0, max: 1 } },
  outputSchema: null,
  gates: [],
  labels: [],
  dataClass: 'HOSTED',
  timeouts: { connectMs: 1_000, firstTokenMs: 2_000, idleMs: 2_000, totalMs: 20_000 },
  content: { keep: false, retentionDays: null },
};

export const ACCOUNT: Account = {
  id: 'cus_01m818k5q9er0az63q2g08xk2r',
  isOwnUse: false,
  plan: 'BASE',
  keyId: 'cky_01m818k5q9er0az63q2g08xk2r',
  tasks: null,
};

/** What a provider does with one call. */
export type Move =
  | { fail: ProviderFailure }
  | { parts: readonly (LanguageModelV4StreamPart | ProviderFailure | 'HANG')[] }
  | { answer: Partial<ProviderAnswer> };

export const USAGE = {
  inputTokens: { total: 10, noCache: 8, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: 5, text: 4, reasoning: 1 },
};

export const text = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '1', delta });
export const finish = (
  unified: 'stop' | 'length' | 'tool-calls' | 'error' | 'interrupted' = 'stop',
  usage: object = USAGE,
): LanguageModelV4StreamPart => ({ type: 'finish', finishReason: { unified, raw: unified }, usage: usage as never });

/** Plays its moves, one for each call, and remembers what it was asked. */
export class FakeProviders {
  readonly calls: { call: ProviderCall; atMs: number }[] = [];
  readonly aborted: ProviderCall[] = [];
  readonly isSandboxOn = false;
  readonly moves: Move[];

  constructor(...moves: Move[]) {
    this.moves = moves;
  }

  async call(call: ProviderCall): Promise<ProviderAnswer> {
    const move = this.#next(call);
    if ('fail' in move) throw move.fail;
    if ('parts' in move) throw await this.#untilAborted(call);
    return {
      statusCode: 200,
      headersMs: 1,
      content: [{ type: 'text', text: 'Good day.' }],
      finishReason: 'stop',
      usage: { inputTokens: 10, cachedInputTokens: 2, outputTokens: 5, reasoningTokens: 1 },
      responseModel: `${call.deployment.model}-0815`,
      responseId: 'resp_1',
      warnings: [],
      ...move.answer,
    };
  }

  async stream(call: ProviderCall): Promise<ProviderStream> {
    const move = this.#next(call);
    if ('fail' in move) throw move.fail;
    return { statusCode: 200, headersMs: 1, parts: this.#play(call, 'parts' in move ? move.parts : []) };
  }

  async *#play(call: ProviderCall, parts: Extract<Move, { parts: unknown }>['parts']) {
    for (const part of parts) {
      if (part === 'HANG') throw await this.#untilAborted(call);
      if (part instanceof ProviderFailure) throw part;
      // What comes over a network comes in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
      yield part;
    }
  }

  #next(call: ProviderCall): Move {
    this.calls.push({ call, atMs: performance.now() });
    const move = this.moves.length > 1 ? this.moves.shift() : this.moves[0];
    return move ?? { fail: new ProviderFailure('UNKNOWN', 'no move is left') };
  }

  async #untilAborted(call: ProviderCall): Promise<Error> {
    if (!call.signal.aborted) {
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
    }
    this.aborted.push(call);
    return new ProviderFailure('CANCELED', 'aborted', { mayHaveCost: true });
  }
}

interface GatewayOptions {
  checker?: SchemaCheckerOptions;
  task?: Partial<TextTask>;
  account?: Partial<Account>;
  deployments?: readonly Partial<TextDeployment>[];
  credential?: CallCredential;
  credentials?: Record<string, CallCredential>;
  decision?: Partial<Decision>;
  attempts?: { most: number; perDeployment: number };
  reserve?: (reservation: Reservation) => ReserveResult;
  hasHardLimit?: boolean;
  /** Micros per token of input and output; null: nobody knows. */
  price?: number | null;
  mostMicros?: number | null;
  principal?: Principal;
  documents?: DocumentsApi;
  /** That are redacted for the account. */
  names?: readonly string[];
}

export interface Gateway {
  runner: TaskRunner;
  providers: FakeProviders;
  database: TestDatabase;
  reservations: Reservation[];
  settled(): Promise<Record<string, unknown>[]>;
  ctx(signal?: AbortSignal): Context;
  /** The one run that there is, with its attempts. */
  // biome-ignore lint/suspicious/noExplicitAny: rows as they are
  logged(): Promise<{ run: any; attempts: any[] }>;
}

/** The course of a run on a real database, with everything around it played. */
export async function startGateway(providers: FakeProviders, options: GatewayOptions = {}): Promise<Gateway> {
  const { task = {}, account = {}, price = 2, principal = internal('test', 'integration:inbound') } = options;
  const testDatabase = await cloneDatabase();
  await testDatabase.query(`create table settled (row jsonb)`);
  await testDatabase.query(`create or replace function settle_usage(settlements jsonb) returns jsonb language sql as $$
    insert into settled select * from jsonb_array_elements(settlements); select '[]'::jsonb $$`);
  const database = await Database.open(
    ormOptions({ databaseUrl: testDatabase.url, poolSize: 4, entities: [Run, Attempt, RunContent] }),
  );
  onTestFinished(async () => {
    await database.close();
    await testDatabase.drop();
  });
  const full = { ...TASK, ...task };
  const deployments = (options.deployments ?? [{ id: 'openai/one' }, { id: 'anthropic/two' }]).map((one) => ({
    ...deployment(one.id!),
    ...one,
  }));
  const path = deployments.map(({ id }) => id);
  const catalogue: Catalogue = {
    version: 7,
    sha256: 'c'.repeat(64),
    clusters: [],
    slots: [],
    tasks: [full],
    deployments,
    prices: [],
  };
  const credentialOf = (id: string): CallCredential =>
    options.credentials?.[id] ?? options.credential ?? { source: 'SERVICE', keyId: null };
  const decision: Decision = {
    policyVersion: 4,
    policySha256: 'a'.repeat(64),
    catalogueVersion: 7,
    catalogueSha256: 'c'.repeat(64),
    task: full.name,
    taskVersion: full.version,
    slot: full.slot,
    dataClass: 'HOSTED',
    candidates: [],
    path,
    refusal: null,
    isPastSoftCap: false,
    isMovedByCap: false,
    isNotFinal: full.labels.includes('NOT_FINAL'),
    isSimulated: false,
    ...options.decision,
  };
  const reservations: Reservation[] = [];
  const checker = new SchemaChecker(options.checker);
  onTestFinished(() => checker.close());
  const log = new RunLog(database, { settled: () => {}, settleLate: async () => [] });
  const models = {
    priceAt: () => null,
    costOf: (_price: unknown, usage: { inputTokens: number | null; outputTokens: number | null }) =>
      price === null || usage.inputTokens === null || usage.outputTokens === null
        ? null
        : (usage.inputTokens + usage.outputTokens) * price,
  };
  const finisher = new RunFinisher(models, log, { ended: () => {} });
  const runner = new TaskRunner({
    documents: options.documents ?? new SampleDocuments([]),
    models,
    customers: {
      accountOf: async () => ({ ...ACCOUNT, ...account }),
      reserve: async (reservation) => {
        reservations.push(reservation);
        return (
          options.reserve?.(reservation) ?? {
            isReserved: true,
            isPastSoftCap: false,
            isLimited: false,
            money: {
              spentMicros: 0,
              reservedMicros: 0,
              uncertainMicros: 0,
              softCapMicros: null,
              hardLimitMicros: null,
            },
          }
        );
      },
    },
    providers,
    checker,
    steps: new RunSteps(() => ({
      redaction: redactionStep({ namesOf: async () => new NameList(options.names ?? []) }),
      hold: holdStep({ take: async () => ({ lifetimeMs: 1_000, databaseAheadMs: 0 }), prepare }),
    })),
    access: { assertMayRun: () => {}, takeFor: async () => {} },
    routes: {
      task: async () => ({ task: full }),
      route: async (_account, request) => ({
        decision,
        request,
        snapshot: {
          at: new Date().toISOString(),
          catalogueVersion: 7,
          plan: 'BASE',
          isSandboxOn: false,
          isPastSoftCap: false,
          hasHardLimit: options.hasHardLimit ?? false,
          leftMicros: null,
          openGates: [],
          deployments: Object.fromEntries(
            path.map((id) => [
              id,
              {
                credential: credentialOf(id),
                whyNot: null,
                breaker: 'CLOSED' as const,
                medianFirstTokenMs: null,
                mostMicros: options.mostMicros === undefined ? 5_000 : options.mostMicros,
              },
            ]),
          ),
        },
        task: full,
        catalogue,
        policy: {
          version: 4,
          sha256: 'a'.repeat(64),
          rules: [],
          attempts: options.attempts ?? { most: 4, perDeployment: 2 },
        },
      }),
    },
    unserved: new UnservedRequests({
      limits: { takeSilently: async () => true },
      finisher,
      refused: ({ refusal }) => new Refusal('NO_PROVIDER_AVAILABLE', refusal?.sentence ?? ''),
    }),
    finisher,
    reasoning: { keep: async () => null, recall: async () => ({ found: [], warnings: [] }) },
  });
  return {
    runner,
    providers,
    database: testDatabase,
    reservations,
    ctx: (signal = new AbortController().signal) =>
      new Context(contextBase(database), { principal, requestId: 'test', signal }),
    settled: async () =>
      (await testDatabase.query<{ row: Record<string, unknown> }>('select row from settled')).map(({ row }) => row),
    async logged() {
      const runs = await testDatabase.query('select * from run');
      if (runs.length !== 1) throw new Error(`There are ${runs.length} runs.`);
      return { run: runs[0], attempts: await testDatabase.query('select * from attempt order by number') };
    },
  };
}

export const request = (more: Partial<TaskRequest> = {}): TaskRequest => ({
  task: TASK.name,
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Is this so?' }] }],
  maxOutputTokens: null,
  temperature: null,
  topP: null,
  stopSequences: [],
  seed: null,
  tools: [],
  toolChoice: null,
  json: null,
  preference: null,
  surface: 'GRAPHQL',
  isStreamed: false,
  isSealed: false,
  idempotencyKey: null,
  isOneToolAtATime: false,
  restoresRedacted: null,
  ...more,
});

/** A request for approval as the database takes it, with the payload as it is. */
const prepare: ApprovalsApi['prepare'] = ({ principal }, { lifetimeMs }, { payload, ...thing }) => {
  const [id, sha256, expiresAt] = [newId('approval'), hash('sha256', payload), new Date(Date.now() + lifetimeMs)];
  const row = { ...thing, id, sha256, expiresAt, askedBy: principal.actor, payload: payload.toString('base64') };
  return { id, sha256, expiresAt, row };
};

/** Reads a run to its end. */
export async function readAll({ parts }: StreamedRun): Promise<RunPart[]> {
  const all: RunPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

export const said = (parts: readonly RunPart[]) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** What a promise is rejected with. */
export async function rejection<E extends Error>(promise: Promise<unknown>): Promise<E> {
  const outcome = await promise.then(
    () => null,
    (error: E) => error,
  );
  if (outcome === null) throw new Error('It was not rejected.');
  return outcome;
}
