import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { Changes } from './changes.ts';
import { type ConversationRules, conversation } from './conversation.ts';
import { anyObject, bySchema, inPrompt, type PromptWithFormat } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { USUAL_CALL_IDS } from './prompt/call-ids.ts';
import { assembled, type FitContext, isOneTool, type ProviderFit } from './provider-fit.ts';
import { OPENAI } from './schema/subset.ts';
import { isForObjects, objectSchemaIn } from './schema/subset-writer.ts';
import { fittedTools, isGuaranteed } from './tools.ts';

const RULES: ConversationRules = {
  takesBlankTexts: true,
  takesLateSystem: true,
  alternating: [],
  assistantMayBegin: true,
  assistantMayEnd: true,
  userMayFollowTools: true,
  callIds: USUAL_CALL_IDS,
};

const STRICT = { takesRecursion: true };

/** Fits requests to OpenAI's chat completions. */
export const openai: ProviderFit = {
  changes: [
    'CALL_IDS',
    'CALL_INPUT',
    'TOOL_DESCRIPTION',
    'PARAMETER_LEFT_OUT',
    'EFFORT',
    'STOP_LEFT_OUT',
    'STOP_AFTERWARDS',
    'CACHE_BREAKPOINTS',
    'STRICT',
    'SCHEMA',
    'FORMAT_IN_PROMPT',
    'JSON_WORD',
  ],
  fit(context) {
    const { request, abilities, changes } = context;
    const { isStrict, ...format } = formatOf(context);
    const effort = effortOf(request, abilities, changes);
    return assembled(context, {
      prompt: conversation(format.prompt, RULES, changes),
      tools: fittedTools(request, { subset: OPENAI, strict: STRICT }, changes).map((tool) =>
        withShortDescription(tool, changes),
      ),
      toolChoice: request.toolChoice,
      responseFormat: format.responseFormat,
      effort,
      own: [
        'openai',
        {
          strictJsonSchema: isStrict,
          reasoningEffort: effort,
          textVerbosity: verbosityOf(request, abilities, changes),
          parallelToolCalls: isOneTool(context, true) ? false : undefined,
        },
      ],
    });
  },
};

const MOST_DESCRIPTION = 1_024;

function withShortDescription(tool: LanguageModelV4FunctionTool, changes: Changes): LanguageModelV4FunctionTool {
  const { description, inputSchema, ...rest } = tool;
  if (description === undefined || description.length <= MOST_DESCRIPTION) return tool;
  changes.note('TOOL_DESCRIPTION');
  const about = inputSchema.description === undefined ? description : `${description}\n\n${inputSchema.description}`;
  return { ...rest, inputSchema: { ...inputSchema, description: about } };
}

function formatOf({
  request: { prompt, format },
  changes,
}: FitContext): PromptWithFormat & { readonly isStrict?: boolean } {
  if (format === null) return { prompt };
  if (format.schema === null) return anyObject(prompt, changes);
  if (format.isStrict && isGuaranteed(format.schema, 'The schema of the answer', STRICT, changes)) {
    return { ...bySchema(prompt, format, format.schema), isStrict: true };
  }
  if (!isForObjects(format.schema)) return inPrompt(prompt, format, false, changes);
  changes.note('SCHEMA');
  return { ...bySchema(prompt, format, objectSchemaIn(OPENAI, format.schema)), isStrict: false };
}
