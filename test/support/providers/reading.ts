import { jsonInstance, type SchemaObject } from '../../../src/providers/sandbox/json-instance.ts';
import type { Answer } from './answers/index.ts';
import type { DialectName, SentRequest } from './strict/index.ts';
import { type Body, isObject, list, pathOf, textOf } from './strict/rule.ts';

/** What a request asks for, whatever the dialect it is in. */
interface Wish {
  readonly model: string;
  /** What the user said last. */
  readonly text: string;
  /** Whether the last message brings what a tool answered. */
  readonly hasResult: boolean;
  readonly tools: readonly { readonly name: string; readonly schema: SchemaObject }[];
  /** True: any tool. */
  readonly mustCall: boolean | string;
  readonly schema: SchemaObject | null;
  readonly wantsJson: boolean;
  readonly wantsReasoning: boolean;
  /** All that was sent, in characters. */
  readonly characters: number;
}

const isOfUser = ({ role }: Body) => role === 'user';
const isResult = ({ role, type, content, parts }: Body) =>
  role === 'tool' ||
  type === 'function_call_output' ||
  [...list(content), ...list(parts)].some((part) => part.type === 'tool_result' || part.functionResponse);

function wishIn(messages: unknown, body: Body): Pick<Wish, 'text' | 'hasResult' | 'characters'> {
  const all = list(messages);
  const { content, parts } = all.findLast(isOfUser) ?? {};
  return {
    text: textOf(content ?? parts),
    hasResult: isResult(all.at(-1) ?? {}),
    characters: JSON.stringify(body).length,
  };
}

const named = (choice: Body): boolean | string => choice?.function?.name ?? choice?.name ?? false;

function chatWish({ body }: SentRequest, wantsReasoning: boolean): Wish {
  const format = body.response_format;
  return {
    ...wishIn(body.messages, body),
    model: body.model,
    tools: list(body.tools).map((tool) => ({ name: tool.function.name, schema: tool.function.parameters ?? {} })),
    mustCall: ['required', 'any'].includes(body.tool_choice) || named(body.tool_choice),
    schema: format?.json_schema?.schema ?? null,
    wantsJson: format?.type === 'json_object',
    wantsReasoning,
  };
}

function responsesWish({ body }: SentRequest): Wish {
  const format = body.text?.format;
  return {
    ...wishIn(body.input, body),
    model: body.model,
    tools: list(body.tools)
      .filter(({ type }) => type === 'function')
      .map(({ name, parameters }) => ({ name, schema: parameters ?? {} })),
    mustCall: body.tool_choice === 'required' || named(body.tool_choice),
    schema: format?.schema ?? null,
    wantsJson: format?.type === 'json_object',
    wantsReasoning: /reasoning|^gpt-[56]|^o\d/.test(body.model) && !/non-reasoning/.test(body.model),
  };
}

function anthropicWish({ body }: SentRequest): Wish {
  return {
    ...wishIn(body.messages, body),
    model: body.model,
    tools: list(body.tools)
      .filter(({ input_schema }) => input_schema)
      .map(({ name, input_schema }) => ({ name, schema: input_schema })),
    mustCall: body.tool_choice?.type === 'any' || named(body.tool_choice),
    schema: body.output_config?.format?.schema ?? body.output_format?.schema ?? null,
    wantsJson: false,
    wantsReasoning: ['enabled', 'adaptive'].includes(body.thinking?.type),
  };
}

function googleWish(request: SentRequest): Wish {
  const { body } = request;
  const config = body.generationConfig ?? {};
  const calling = body.toolConfig?.functionCallingConfig;
  const schema = config.responseJsonSchema ?? config.responseSchema ?? null;
  return {
    ...wishIn(body.contents, body),
    model: /models\/([^:]+):/.exec(pathOf(request))![1]!,
    tools: list(body.tools)
      .flatMap(({ functionDeclarations }) => list(functionDeclarations))
      .map(({ name, parameters, parametersJsonSchema }) => ({
        name,
        schema: parametersJsonSchema ?? parameters ?? {},
      })),
    mustCall: calling?.mode === 'ANY' && (calling.allowedFunctionNames?.[0] ?? true),
    schema,
    wantsJson: schema === null && config.responseMimeType === 'application/json',
    wantsReasoning: config.thinkingConfig?.includeThoughts === true,
  };
}

function wishOf(dialect: DialectName, request: SentRequest): Wish {
  const { body } = request;
  switch (dialect) {
    case 'anthropic':
      return anthropicWish(request);
    case 'google':
      return googleWish(request);
    case 'xai':
    case 'openai-responses':
      return responsesWish(request);
    case 'deepseek':
      return chatWish(request, body.thinking?.type !== 'disabled' && !/chat/.test(body.model));
    case 'mistral':
      return chatWish(request, /magistral/.test(body.model) || body.reasoning_effort === 'high');
    default:
      return chatWish(request, false);
  }
}

/** A tool or a format that the instructions ask for in words, which a model follows as well. */
function withPrompted(wish: Wish, { body }: SentRequest): Wish {
  const instructions = instructionsIn(body);
  const tool = wish.hasResult ? undefined : wish.tools.find(({ name }) => instructions.includes(name));
  if (tool) return { ...wish, mustCall: tool.name };
  if (wish.schema !== null) return wish;
  const written = /schema[^{]{0,400}(\{[\s\S]*\})/i.exec(instructions)?.[1];
  const schema = written === undefined ? null : firstObjectIn(written);
  if (schema) return { ...wish, schema };
  return /\bJSON\b/.test(instructions) ? { ...wish, wantsJson: true } : wish;
}

function instructionsIn(body: Body): string {
  const messages = [...list(body.messages), ...list(body.input)].filter(
    ({ role }) => role === 'system' || role === 'developer',
  );
  const texts = messages.map(({ content }) => textOf(content));
  return [...texts, textOf(body.system), textOf(body.systemInstruction?.parts), textOf(body.instructions)].join('\n');
}

/** The JSON object that a text begins with. */
function firstObjectIn(text: string): SchemaObject | null {
  for (let end = text.length; end > 0; end = text.lastIndexOf('}', end - 2) + 1) {
    try {
      const value = JSON.parse(text.slice(0, end));
      return isObject(value) ? value : null;
    } catch {
      // Something follows the object.
    }
  }
  return null;
}

/** What each interface does of itself. */
const HABITS: Readonly<Partial<Record<DialectName, Partial<Answer>>>> = {
  own: { oddities: ['EMPTY_ROLE', 'NO_INDEX', 'NO_ARGUMENTS', 'NUMBERED_CALLS'] },
};

const PROSE = 'Good day. This is what the file says: the keys were handed over on the fourth of March.';
const REASONING = 'The user asks for something. What is there says enough.';

/**
 * A sensible answer. It calls a tool that it has to call or that the user's last words name, keeps to a schema, answers in JSON
 * where JSON was asked for, and in prose otherwise.
 */
export function answerTo(dialect: DialectName, request: SentRequest): Answer {
  const wish = withPrompted(wishOf(dialect, request), request);
  const said = saidFor(wish);
  const input = Math.ceil(wish.characters / 4);
  const reasoning = wish.wantsReasoning ? Math.ceil(REASONING.length / 4) : 0;
  const output = Math.ceil(JSON.stringify(said).length / 4) + reasoning;
  return {
    ...HABITS[dialect],
    ...said,
    model: wish.model,
    ...(wish.wantsReasoning && { reasoning: REASONING }),
    usage: { input, output, reasoning },
  };
}

function saidFor({ tools, mustCall, text, hasResult, schema, wantsJson }: Wish): Pick<Answer, 'calls' | 'text'> {
  const tool =
    tools.find(({ name }) => name === mustCall) ??
    (hasResult ? undefined : tools.find(({ name }) => text.includes(name))) ??
    (mustCall ? tools[0] : undefined);
  if (tool) {
    const given = jsonInstance(tool.schema, text);
    return { calls: [{ name: tool.name, arguments: isObject(given) ? given : {} }] };
  }
  if (schema) return { text: inPieces(JSON.stringify(jsonInstance(schema, text))) };
  return { text: inPieces(wantsJson ? '{"answer":"the fourth of March"}' : PROSE) };
}

const inPieces = (text: string): string[] => text.match(/\s*\S{1,12}/g) ?? [];
