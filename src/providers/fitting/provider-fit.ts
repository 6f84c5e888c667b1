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

/** Request and the deployment that it is converted for. */
export interface FitContext {
  readonly request: ModelRequest;
  readonly deployment: TextDeployment;
  readonly abilities: ModelAbilities;
  readonly changes: Changes;
}

/** Options for a provider's package, and edits of its answer. */
export interface FittedCall {
  readonly options: LanguageModelV4CallOptions;
  readonly stopAt: readonly string[];
  readonly toolNames: Readonly<Record<string, string>>;
}

/** Converts requests for one provider. */
export interface ProviderFit {
  /** Kinds of changes that the conversion can make, for the documentation. */
  readonly changes: readonly ChangeName[];
  readonly fit: (context: FitContext) => FittedCall;
}

interface CallParts {
  readonly prompt: LanguageModelV4Prompt;
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4ToolChoice | null;
  readonly responseFormat?: LanguageModelV4CallOptions['responseFormat'];
  readonly effort: ReasoningEffort | null;
  /** The caller's tool names by the names that were sent instead. Default: all were sent unchanged. */
  readonly toolNames?: Readonly<Record<string, string>>;
  /** Options under the package's own name. Members that are null or undefined are omitted. */
  readonly own: readonly [name: string, options: Readonly<Record<string, unknown>>];
}

/** Builds the options of a call: those that all packages have in common, and the package's own. */
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

/**
 * True if the provider must be asked for at most one tool call. If it has no such parameter, this adds a warning and returns
 * false.
 */
export function isOneTool({ request, changes }: FitContext, isTakeable: boolean): boolean {
  if (!request.isOneToolAtATime || request.tools.length === 0) return false;
  if (!isTakeable) leftOut('parallel_tool_calls', changes);
  return isTakeable;
}
