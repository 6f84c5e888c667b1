import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { TextDeployment } from '../../models/index.ts';
import type { Changes } from './changes.ts';
import type { FittedProvider } from './model-abilities.ts';
import type { ModelRequest } from './model-request.ts';
import { leftOut } from './parameters.ts';

/** Time for which a provider caches the prompt up to a breakpoint. Each use renews it. */
export const CACHE_LIFETIMES = ['5m', '1h'] as const;
export type CacheBreakpoint = (typeof CACHE_LIFETIMES)[number];

interface CacheablePart {
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
}

/** Marks the end of a prefix to cache. If `lifetime` is null, the part stays unchanged. */
export function withBreakpoint<Part extends object>(part: Part, lifetime: CacheBreakpoint | null): Part {
  return lifetime === null ? part : withOptions(part, 'imprimatur', { cacheBreakpoint: lifetime });
}

export function breakpointOf({ providerOptions }: CacheablePart): CacheBreakpoint | null {
  return (providerOptions?.imprimatur?.cacheBreakpoint as CacheBreakpoint | undefined) ?? null;
}

/** True if the caller or this service marked a prefix. */
export function hasBreakpoints({ prompt, tools }: Pick<ModelRequest, 'prompt' | 'tools'>): boolean {
  return lifetimesIn({ prompt, tools }).length > 0;
}

export function lifetimesIn({ prompt, tools }: Pick<ModelRequest, 'prompt' | 'tools'>): CacheBreakpoint[] {
  return markedIn(prompt, tools).flatMap((part) => breakpointOf(part) ?? []);
}

/**
 * Parts that can have a cache breakpoint, in the order in which providers compare prefixes: tools, then messages with their
 * parts.
 */
function markedIn(prompt: LanguageModelV4Prompt, tools: readonly LanguageModelV4FunctionTool[] = []): CacheablePart[] {
  const marked: CacheablePart[] = [...tools];
  for (const message of prompt) {
    if (message.role !== 'system') marked.push(...(message.content as readonly CacheablePart[]));
    marked.push(message);
  }
  return marked;
}

/** Parameters of a provider's prompt cache. */
interface CacheForm {
  /** Name of the package's option for a cache key. Null if there isn't one. */
  readonly key: string | null;
  /** Form of a breakpoint. AUTOMATIC: the provider finds prefixes itself. NONE: no cache is documented. */
  readonly breakpoints: 'ANTHROPIC' | 'OPENAI' | 'AUTOMATIC' | 'NONE';
}

const FORMS: Readonly<Record<FittedProvider, CacheForm>> = {
  openai: { key: 'promptCacheKey', breakpoints: 'OPENAI' },
  anthropic: { key: null, breakpoints: 'ANTHROPIC' },
  google: { key: null, breakpoints: 'AUTOMATIC' },
  mistral: { key: 'promptCacheKey', breakpoints: 'AUTOMATIC' },
  deepseek: { key: null, breakpoints: 'AUTOMATIC' },
  xai: { key: 'promptCacheKey', breakpoints: 'AUTOMATIC' },
  perplexity: { key: null, breakpoints: 'NONE' },
  own: { key: null, breakpoints: 'NONE' },
};

/** Maximum breakpoints that Anthropic and OpenAI accept. */
const MOST_BREAKPOINTS = 4;
/** OpenAI's models that accept breakpoints. Older models find prefixes themselves. */
const OPENAI_WITH_BREAKPOINTS = /^gpt-(5\.[6-9]|[6-9])/;

/**
 * Converts the cache breakpoints and the cache key of a request to its provider's form. Returns the same options if the request
 * has neither.
 */
export function withPromptCache(
  options: LanguageModelV4CallOptions,
  { cacheKey }: Pick<ModelRequest, 'cacheKey'>,
  { provider, model }: Pick<TextDeployment, 'model'> & { readonly provider: FittedProvider },
  changes: Changes,
): LanguageModelV4CallOptions {
  const { key, breakpoints } = FORMS[provider];
  const keyed = cacheKey !== null && key !== null ? withOptions(options, provider, { [key]: cacheKey }) : options;
  const { prompt } = options;
  const tools = (options.tools ?? []) as readonly LanguageModelV4FunctionTool[];
  const places = markedIn(prompt, tools).filter((part) => breakpointOf(part) !== null);
  // Reported only if no cache is documented: the caches of the other providers work without the key.
  if (breakpoints === 'NONE' && cacheKey !== null) leftOut('prompt_cache_key', changes);
  if (places.length === 0) return keyed;
  if (breakpoints === 'NONE') leftOut('cache_control', changes);
  const formOf = formsOf(places, breakpoints, model, changes);
  const put = <Part extends object>(part: Part): Part => {
    const form = formOf.get(part as CacheablePart);
    if (form === undefined) return part;
    const bare = withoutBreakpoint(part);
    return form === null ? bare : withOptions(bare, provider, form);
  };
  return {
    ...keyed,
    prompt: prompt.map((message) =>
      put(message.role === 'system' ? message : withContent(message, message.content.map(put as never))),
    ),
    ...(tools.length > 0 && { tools: tools.map(put) }),
  };
}

type ProviderForm = SharedV4ProviderOptions[string];

/** Form of each part with a cache breakpoint. Null removes the breakpoint. */
function formsOf(
  places: readonly CacheablePart[],
  breakpoints: CacheForm['breakpoints'],
  model: string,
  changes: Changes,
): ReadonlyMap<CacheablePart, ProviderForm | null> {
  const isTaken = breakpoints === 'ANTHROPIC' || (breakpoints === 'OPENAI' && OPENAI_WITH_BREAKPOINTS.test(model));
  const taken = isTaken ? places.filter((part) => breakpoints === 'ANTHROPIC' || isForOpenAi(part)) : [];
  const kept = taken.slice(-MOST_BREAKPOINTS);
  if (kept.length < taken.length) {
    changes.note(
      'CACHE_BREAKPOINTS',
      `Only the last ${MOST_BREAKPOINTS} of ${taken.length} cache breakpoints were sent: ${changes.deployment} accepts no more.`,
    );
  }
  const forms = new Map<CacheablePart, ProviderForm | null>(places.map((part) => [part, null]));
  let isShort = false;
  for (const part of kept) {
    if (breakpoints === 'OPENAI') forms.set(part, { promptCacheBreakpoint: { mode: 'explicit' } });
    else {
      const lifetime = breakpointOf(part)!;
      if (isShort && lifetime === '1h') {
        changes.note(
          'CACHE_BREAKPOINTS',
          `A cache breakpoint of 1 hour was sent with 5 minutes: at ${changes.deployment} it must not follow one of 5 minutes.`,
        );
      }
      isShort ||= lifetime === '5m';
      forms.set(part, { cacheControl: { type: 'ephemeral', ...(!isShort && { ttl: '1h' }) } });
    }
  }
  return forms;
}

/** True for a system message or a text. OpenAI's package sends the breakpoints of both. */
function isForOpenAi(part: CacheablePart & { readonly role?: string; readonly type?: string }): boolean {
  return part.role === 'system' || part.type === 'text';
}

function withContent<Message extends { content: unknown }>(message: Message, content: unknown): Message {
  return { ...message, content };
}

function withOptions<Part extends object>(part: Part, name: string, options: ProviderForm): Part {
  const { providerOptions } = part as CacheablePart;
  return { ...part, providerOptions: { ...providerOptions, [name]: { ...providerOptions?.[name], ...options } } };
}

function withoutBreakpoint<Part extends object>(part: Part): Part {
  const { providerOptions, ...rest } = part as CacheablePart & Record<string, unknown>;
  const { imprimatur: { cacheBreakpoint: _, ...others } = {}, ...options } = providerOptions ?? {};
  const left = Object.keys(others).length > 0 ? { ...options, imprimatur: others } : options;
  return (Object.keys(left).length > 0 ? { ...rest, providerOptions: left } : rest) as Part;
}
