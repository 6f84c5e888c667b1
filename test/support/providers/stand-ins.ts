import { SEED } from '../../../src/models/seed/seed-catalogue.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import type { Json } from '../api.ts';
import { WRITERS } from './answers/index.ts';
import { type Asked, FakeProvider, type Reply } from './fake-provider.ts';
import { googleImages, openAiImages, PNG } from './image-protocols.ts';
import { type Pace, paced, timesOf } from './pace.ts';
import { json, PROTOCOLS, sse } from './protocols.ts';
import { answerTo } from './reading.ts';
import { dialectOf } from './strict/index.ts';

export type HostedProvider = Exclude<CalledProvider, 'own'>;

const ENV: Readonly<Record<HostedProvider, string>> = {
  openai: 'OPENAI',
  anthropic: 'ANTHROPIC',
  deepseek: 'DEEPSEEK',
  mistral: 'MISTRAL',
  xai: 'XAI',
  google: 'GOOGLE_GENERATIVE_AI',
  perplexity: 'PERPLEXITY',
};

export const HOSTED = Object.keys(ENV) as HostedProvider[];

interface StandInOptions {
  /** Default: `answering`. */
  readonly reply?: (provider: CalledProvider, asked: Asked) => Reply;
  /** Default: `QUICK`. */
  readonly pace?: Pace;
}

/**
 * Starts a stand-in for each provider, with what a service has to be started with so that it calls them. They have the models of
 * the first catalogue, answer as a real provider would, and refuse what a real one would refuse.
 */
export async function strictStandIns({ reply = answering, pace = 'QUICK' }: StandInOptions = {}) {
  const fakes = new Map<CalledProvider, FakeProvider>();
  for (const provider of [...HOSTED, 'own'] as const) {
    const fake = await FakeProvider.startFor(
      (asked) => paced(reply(provider, asked), timesOf(pace, provider, modelOf(asked)), provider === 'deepseek'),
      provider,
    );
    if (provider !== 'own') fake.options = { models: modelsOf(provider) };
    fakes.set(provider, fake);
  }
  const env: Record<string, string> = { SANDBOX: '0', OWN_SERVER_HOSTS: fakes.get('own')!.authority };
  for (const provider of HOSTED) {
    env[`${ENV[provider]}_BASE_URL`] = `${fakes.get(provider)!.url}${PROTOCOLS[provider].basePath}`;
    env[`${ENV[provider]}_API_KEY`] = `a-key-of-${provider}`;
  }
  const stop = async () => {
    for (const fake of fakes.values()) await fake.stop();
  };
  return { fakes, env, stop };
}

export type StandIns = Awaited<ReturnType<typeof strictStandIns>>;

const modelsOf = (provider: HostedProvider) =>
  SEED.deployments.filter((one) => one.provider === provider).map(({ model }) => model);

const modelOf = ({ path, body }: Asked): string => body?.model ?? /models\/([^:/]+)/.exec(path)?.[1] ?? '';

/**
 * An answer as the request asks for it, whole or streamed.
 *
 * @param usage in the provider's own words; left out: as the answer is long
 * @param text left out: a sensible one
 */
export function answering(provider: CalledProvider, asked: Asked, usage?: Json, text?: string): Reply {
  const { body, path } = asked;
  if (asked.method === 'GET') return json({ object: 'list', data: [{ id: 'a-model', object: 'model' }] });
  if (path.includes('/images/')) return openAiImages([PNG]);
  if (body.generationConfig?.responseModalities?.includes('IMAGE')) return googleImages([PNG]);
  const dialect = dialectOf(provider, path) as keyof typeof WRITERS;
  const answer =
    text === undefined ? answerTo(dialect, asked) : { ...answerTo(dialect, asked), calls: [], text: [text] };
  const isStreamed = body.stream === true || path.includes('alt=sse');
  if (!isStreamed) return json(JSON.parse(withUsage(JSON.stringify(WRITERS[dialect].whole(answer, asked)), usage)));
  return sse(WRITERS[dialect].events(answer, asked).map((event) => withUsage(event, usage)));
}

/** An object with objects in it. */
const USAGE = /"(usage|usageMetadata)":\{(?:[^{}]|\{[^{}]*\})*\}/g;

const withUsage = (text: string, usage: Json | undefined): string =>
  usage === undefined ? text : text.replace(USAGE, (_, name: string) => `"${name}":${JSON.stringify(usage)}`);
