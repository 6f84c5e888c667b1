import { type ConversationRules, conversation } from './conversation.ts';
import { anyObject, bySchema, type PromptWithFormat } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { USUAL_CALL_IDS } from './prompt/call-ids.ts';
import { assembled, type FitContext, isOneTool, type ProviderFit } from './provider-fit.ts';
import { PLAIN } from './schema/subset.ts';
import { schemaIn } from './schema/subset-writer.ts';
import { fittedTools } from './tools.ts';

/**
 * Many chat templates refuse conversations that the model wasn't trained with, such as roles that don't alternate, or a late
 * system message.
 */
const RULES: ConversationRules = {
  takesBlankTexts: false,
  takesLateSystem: false,
  alternating: ['system', 'user', 'assistant'],
  assistantMayBegin: false,
  assistantMayEnd: false,
  userMayFollowTools: true,
  callIds: USUAL_CALL_IDS,
};

const STRICT = { takesRecursion: true };

/** Fits requests to a customer's server with OpenAI's dialect, such as vLLM, Ollama or llama.cpp. */
export const own: ProviderFit = {
  changes: [
    'CALL_IDS',
    'CALL_INPUT',
    'NEIGHBOURS',
    'LATE_SYSTEM',
    'FIRST_TURN',
    'LAST_TURN',
    'BLANK_TEXTS',
    'PARAMETER_BOUNDED',
    'PARAMETER_LEFT_OUT',
    'STOP_LEFT_OUT',
    'STOP_AFTERWARDS',
    'STRICT',
    'SCHEMA',
    'JSON_WORD',
  ],
  fit(context) {
    const { request, abilities, changes } = context;
    const format = formatOf(context);
    const effort = effortOf(request, abilities, changes);
    return assembled(context, {
      prompt: conversation(format.prompt, RULES, changes),
      tools: fittedTools(request, { subset: PLAIN, strict: STRICT }, changes),
      toolChoice: request.toolChoice,
      responseFormat: format.responseFormat,
      effort,
      own: [
        'own',
        {
          strictJsonSchema: format.responseFormat && (request.format?.isStrict ?? false),
          reasoningEffort: effort,
          textVerbosity: verbosityOf(request, abilities, changes),
          parallel_tool_calls: isOneTool(context, true) ? false : undefined,
        },
      ],
    });
  },
};

function formatOf({ request: { prompt, format }, changes }: FitContext): PromptWithFormat {
  if (format === null) return { prompt };
  if (format.schema === null) return anyObject(prompt, changes);
  changes.note('SCHEMA');
  return bySchema(prompt, format, schemaIn(PLAIN, format.schema));
}
