import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { onTestFinished } from 'vitest';
import type { Account } from '../../../src/customers/index.ts';
import type { ProviderName, TaskTimeouts, TextDeployment } from '../../../src/models/index.ts';
import { GuardedAddresses } from '../../../src/platform/http/guarded-addresses.ts';
import { Proxies } from '../../../src/platform/http/proxies.ts';
import { Calls } from '../../../src/providers/calls/calls.ts';
import type { CircuitOptions } from '../../../src/providers/calls/circuit.ts';
import { Circuits } from '../../../src/providers/calls/circuits.ts';
import { ModelRoutes } from '../../../src/providers/calls/model-routes.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import type { ProviderCall, ProviderFailure, ProviderStream } from '../../../src/providers/index.ts';
import { AccountKeys, type KnownKeys } from '../../../src/providers/keys/known-keys.ts';
import type { HostedProvider, ProviderSettings } from '../../../src/providers/provider.config.ts';
import { FakeProvider } from './fake-provider.ts';
import { PROTOCOLS } from './protocols.ts';

export const CANARY_KEY = 'sk-canary-7Qm2ZrV9tK4pXw8L';
export const CANARY_PROMPT = 'canary prompt: nobody may ever read this';
export const ACCOUNT: Account = { id: 'cus_1', isOwnUse: false, plan: 'PRO', keyId: null, tasks: null };
export const GENEROUS: TaskTimeouts = { connectMs: 10_000, firstTokenMs: 20_000, idleMs: 20_000, totalMs: 30_000 };

export function deployment(provider: ProviderName, more: Partial<TextDeployment> = {}): TextDeployment {
  return {
    kind: 'TEXT',
    id: `${provider}/a-model`,
    provider,
    model: 'a-model',
    contextWindow: 100_000,
    maxInputTokens: null,
    maxOutputTokens: null,
    confidence: 'HIGH',
    mixtureOfExperts: null,
    dataClass: provider === 'own' ? 'LOCAL_ONLY' : 'HOSTED',
    takesTemperature: true,
    takesTools: true,
    takesOutputSchema: true,
    ...more,
  };
}

export interface Calling {
  calls: Calls;
  circuits: Circuits;
  routes: ModelRoutes;
  /** A call with what matters to the test. */
  of(more?: Partial<ProviderCall>): ProviderCall;
  /** Told of by the calls: null for one that succeeded. */
  ended: (ProviderFailure | null)[];
}

/** Calls of one provider that a fake stands in for, without a database. */
export function calling(
  provider: CalledProvider,
  fake: Pick<FakeProvider, 'url' | 'authority'>,
  {
    key = CANARY_KEY as string | null,
    isBaseUrlGiven = true,
    circuit,
  }: { key?: string | null; isBaseUrlGiven?: boolean; circuit?: CircuitOptions } = {},
): Calling {
  if (fake instanceof FakeProvider) {
    fake.provider = provider;
    fake.options = { ...fake.options, needsKey: key !== null };
  }
  const start: ProviderSettings = {
    apiKey: key,
    baseUrl: `${fake.url}${PROTOCOLS[provider].basePath}`,
    isBaseUrlGiven,
  };
  const server = { id: 'osv_1', baseUrl: start.baseUrl, model: null, imageModel: 'its-own-model', secret: key };
  const routes = new ModelRoutes({
    providers: new Proxy({} as Record<HostedProvider, ProviderSettings>, { get: () => start }),
    keys: { of: async () => new AccountKeys([], server), opened: () => key! } as unknown as KnownKeys,
    addresses: new GuardedAddresses({ listed: [fake.authority], listedIn: 'OWN_SERVER_HOSTS', proxies: Proxies.NONE }),
    proxies: Proxies.NONE,
  });
  onTestFinished(() => routes.close());
  const circuits = new Circuits(circuit);
  const ended: (ProviderFailure | null)[] = [];
  return {
    calls: new Calls({ routes, circuits, sandbox: {}, ended: (_call, failure) => void ended.push(failure) }),
    circuits,
    routes,
    ended,
    of: (more = {}) => ({
      deployment: deployment(provider),
      credential: provider === 'own' ? { source: 'CUSTOMER', keyId: 'osv_1' } : { source: 'SERVICE', keyId: null },
      account: ACCOUNT,
      task: 'human-phrasing/warm-tone',
      options: { prompt: [{ role: 'user', content: [{ type: 'text', text: CANARY_PROMPT }] }], maxOutputTokens: 100 },
      timeouts: GENEROUS,
      signal: new AbortController().signal,
      ...more,
    }),
  };
}

/** All parts, or what was thrown. */
export async function read(
  stream: ProviderStream,
): Promise<{ parts: LanguageModelV4StreamPart[]; failure: ProviderFailure | null }> {
  const parts: LanguageModelV4StreamPart[] = [];
  try {
    for await (const part of stream.parts) parts.push(part);
    return { parts, failure: null };
  } catch (error) {
    return { parts, failure: error as ProviderFailure };
  }
}

/** A whole streamed call, wherever it fails. */
export async function streamed(calls: Calls, call: ProviderCall) {
  try {
    return await read(await calls.stream(call));
  } catch (error) {
    return { parts: [] as LanguageModelV4StreamPart[], failure: error as ProviderFailure };
  }
}

export const textOf = (parts: readonly LanguageModelV4StreamPart[]) =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
