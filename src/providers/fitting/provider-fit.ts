import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolChoice,
} from '@ai-sdk/provider';
import type { TextDeployment } from '../../models/index.ts';
import type { ChangeName, Changes } from './changes.ts';
import type { ModelAbilities } from './model-abilities.ts';
import type { ModelRequest, ReasoningEffort } from './model-request.ts';
import { leftOut, sampling } from './parameters.ts';
import { stopSequencesOf } from './stop-sequences.ts';

/** A request and the deployment that it is fitted to. */
export interface FitContext {
  readonly request: ModelRequest;
  readonly deployment: TextDeployment;
  readonly abilities: ModelAbilities;
  readonly changes: Changes;
}

/** A request as the package of a provider is given it, and the texts at which its answer is cut. */
export interface FittedCall {
  readonly options: LanguageModelV4CallOptions;
  readonly stopAt: readonly string[];
  readonly toolNames: Readonly<Record<string, string>>;
}

/** One provider. */
export interface ProviderFit {
  /** Everything that it may change. */
  readonly changes: readonly ChangeName[];
  readonly fit: (context: FitContext) => FittedCall;
}

interface CallParts {
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4ToolChoice | null;
  readonly responseFormat?: LanguageModelV4CallOptions['responseFormat'];
  readonly effort: ReasoningEffort | null;
  /** Left out: the tools have the caller's names. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /** By the name that the package has for itself. Members that are undefined are left out. */
  readonly own: readonly [name: string, options: Readonly<Record<string, unknown>>];
}

/** Options that all packages take in the same way. */
export function assembled({ request, deployment, abilities, changes }: FitContext, parts: CallParts): FittedCall {
  const { prompt, tools, toolChoice, toolNames = {}, responseFormat, effort, own } = parts;
  const { sent, afterwards } = stopSequencesOf(request, abilities, changes);
  const [name, settings] = own;
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null);
  return {
    options: {
      prompt,
      maxOutputTokens: request.maxOutputTokens,
      ...sampling(request, deployment, abilities, effort, changes),
      ...(sent.length > 0 && { stopSequences: [...sent] }),
      ...(tools.length > 0 && { tools: [...tools] }),
      ...(tools.length > 0 && toolChoice !== null && { toolChoice }),
      ...(responseFormat && { responseFormat }),
      ...(given.length > 0 && {
        providerOptions: { [name]: Object.fromEntries(given) } as NonNullable<
          LanguageModelV4CallOptions['providerOptions']
        >,
      }),
    },
    stopAt: afterwards,
    toolNames,
  };
}

/** True if an answer may call only one tool. If the provider has no setting for it, a warning says so. */
export function isOneTool({ request, changes }: FitContext, isTakeable: boolean): boolean {
  if (!request.isOneToolAtATime || request.tools.length === 0) return false;
  if (!isTakeable) leftOut('parallel_tool_calls', changes);
  return isTakeable;
}
