import { type ConversationRules, conversation } from './conversation.ts';
import { bySchema, inPrompt, type PromptWithFormat } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { USUAL_CALL_IDS } from './prompt/call-ids.ts';
import { withLetterFirst } from './prompt/tool-names.ts';
import { assembled, type FitContext, isOneTool, type ProviderFit } from './provider-fit.ts';
import { GOOGLE } from './schema/subset.ts';
import { schemaIn } from './schema/subset-writer.ts';
import { fittedTools } from './tools.ts';

const RULES: ConversationRules = {
  takesBlankTexts: false,
  takesLateSystem: false,
  alternating: ['user', 'assistant'],
  assistantMayBegin: false,
  assistantMayEnd: false,
  userMayFollowTools: true,
  callIds: USUAL_CALL_IDS,
};

const STRICT = {
  takesRecursion: false,
  refused: new Set(['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern']),
};

/** Fits requests to Google's Gemini API. */
export const google: ProviderFit = {
  changes: [
    'CALL_IDS',
    'CALL_INPUT',
    'TOOL_NAMES',
    'NEIGHBOURS',
    'LATE_SYSTEM',
    'FIRST_TURN',
    'LAST_TURN',
    'BLANK_TEXTS',
    'PARAMETER_LEFT_OUT',
    'PARAMETER_BOUNDED',
    'SEED',
    'EFFORT',
    'STOP_LEFT_OUT',
    'STOP_AFTERWARDS',
    'STRICT',
    'SCHEMA',
    'FORMAT_IN_PROMPT',
  ],
  fit(context) {
    const { request, abilities, changes } = context;
    const format = formatOf(context);
    const effort = effortOf(request, abilities, changes);
    verbosityOf(request, abilities, changes);
    isOneTool(context, false);
    const named = withLetterFirst(
      {
        prompt: conversation(format.prompt, RULES, changes),
        tools: fittedTools(request, { subset: GOOGLE, strict: STRICT }, changes),
        toolChoice: request.toolChoice,
      },
      changes,
    );
    return assembled(context, {
      ...named,
      responseFormat: format.responseFormat,
      effort,
      own: ['google', { thinkingConfig: effort === null ? undefined : { thinkingLevel: effort } }],
    });
  },
};

function formatOf({ request: { prompt, format, toolChoice }, changes }: FitContext): PromptWithFormat {
  if (format === null) return { prompt };
  // With function calling in mode ANY, Gemini accepts no output format, so the format goes into the prompt.
  if (toolChoice?.type === 'required' || toolChoice?.type === 'tool') return inPrompt(prompt, format, false, changes);
  if (format.schema === null) return { prompt, responseFormat: { type: 'json' } };
  changes.note('SCHEMA');
  const schema = schemaIn(GOOGLE, format.schema);
  return Object.keys(schema).length === 0 ? inPrompt(prompt, format, true, changes) : bySchema(prompt, format, schema);
}
