import { type ConversationRules, conversation } from './conversation.ts';
import { bySchema, inPrompt, type PromptWithFormat } from './format.ts';
import { effortOf, verbosityOf } from './parameters.ts';
import { assembled, type FitContext, isOneTool, type ProviderFit } from './provider-fit.ts';
import { isClosable } from './schema/closable-schema.ts';
import { ANTHROPIC_TOOLS, COMMON } from './schema/subset.ts';
import { isForObjects, objectSchemaIn } from './schema/subset-writer.ts';
import { declaredTools, fittedTools, isGuaranteed, withChoiceAsked } from './tools.ts';

const RULES: ConversationRules = {
  takesBlankTexts: false,
  takesLateSystem: false,
  alternating: ['user', 'assistant'],
  assistantMayBegin: false,
  assistantMayEnd: false,
  userMayFollowTools: true,
  callIds: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, length: 24 },
};

const STRICT = {
  takesRecursion: false,
  refused: new Set([
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'maxItems',
    'minItems',
  ]),
};
/**
 * Maximum number of optional properties of a schema, the same as in Anthropic's SDK package. With 13 or more, Anthropic doesn't
 * compile the grammar.
 */
const MOST_OPTIONAL = 10;

/** Fits requests to Anthropic's Messages API. */
export const anthropic: ProviderFit = {
  changes: [
    'CALL_IDS',
    'CALL_INPUT',
    'NEIGHBOURS',
    'LATE_SYSTEM',
    'FIRST_TURN',
    'LAST_TURN',
    'BLANK_TEXTS',
    'TOOLS_DECLARED',
    'PARAMETER_LEFT_OUT',
    'PARAMETER_BOUNDED',
    'EFFORT',
    'STOP_LEFT_OUT',
    'STOP_AFTERWARDS',
    'CACHE_BREAKPOINTS',
    'STRICT',
    'SCHEMA',
    'FORMAT_IN_PROMPT',
    'TOOL_CHOICE_ASKED',
  ],
  fit(context) {
    const { request, abilities, changes } = context;
    const format = formatOf(context);
    const effort = effortOf(request, abilities, changes);
    verbosityOf(request, abilities, changes);
    const sent = fittedTools(request, { subset: ANTHROPIC_TOOLS, strict: STRICT }, changes);
    const requested =
      abilities.forcedTools === 'NONE'
        ? withChoiceAsked(format.prompt, sent, request.toolChoice, changes)
        : { prompt: format.prompt, tools: sent, toolChoice: request.toolChoice };
    const declared = requested.tools.length === 0 ? declaredTools(requested.prompt, changes) : [];
    return assembled(context, {
      prompt: conversation(requested.prompt, RULES, changes),
      tools: declared.length > 0 ? declared : requested.tools,
      toolChoice: declared.length > 0 ? { type: 'none' } : requested.toolChoice,
      responseFormat: format.responseFormat,
      effort,
      own: [
        'anthropic',
        {
          effort,
          structuredOutputMode: format.responseFormat && 'outputFormat',
          disableParallelToolUse: isOneTool(context, true) || undefined,
        },
      ],
    });
  },
};

function formatOf({ request: { prompt, format }, changes }: FitContext): PromptWithFormat {
  if (format === null) return { prompt };
  if (format.schema !== null && isForObjects(format.schema)) {
    const schema = objectSchemaIn(COMMON, format.schema);
    if (isClosable(schema, MOST_OPTIONAL)) {
      changes.note('SCHEMA');
      return bySchema(prompt, format, schema);
    }
  }
  if (format.schema !== null && format.isStrict) isGuaranteed(format.schema, 'The schema of the answer', null, changes);
  return inPrompt(prompt, format, false, changes);
}
