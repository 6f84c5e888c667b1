import {
  type Body,
  type Dialect,
  firstOf,
  headerOf,
  isGiven,
  isObject,
  list,
  type Offence,
  pathOf,
  type Rule,
  rule,
  type SentRequest,
  unknownKey,
} from './rule.ts';
import { findSchema, isRecursive, keysOf, subschemas, typesOf } from './schemas.ts';

const REFERENCE = 'ai.google.dev/api/generate-content';
const CALLS = 'ai.google.dev/gemini-api/docs/function-calling';
const SIGNATURES = 'ai.google.dev/gemini-api/docs/thought-signatures';
const SCHEMAS = `${REFERENCE}, responseJsonSchema and parametersJsonSchema`;

const setOf = (words: string) => new Set(words.split(/\s+/));
const FIELDS = setOf(
  'contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent labels serviceTier store model continuationToken',
);
const PART_FIELDS = setOf(
  'text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse thought thoughtSignature videoMetadata mediaResolution partMetadata',
);
const DATA_FIELDS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];
const GENERATION_FIELDS = setOf(
  `temperature topP topK candidateCount maxOutputTokens stopSequences responseMimeType responseSchema responseJsonSchema
  _responseJsonSchema responseModalities presencePenalty frequencyPenalty seed responseLogprobs logprobs
  enableEnhancedCivicAnswers speechConfig thinkingConfig mediaResolution imageConfig`,
);
/** Fields of the older form of schemas, a part of OpenAPI. */
const OPEN_API_FIELDS = setOf(
  `type format title description nullable enum maxItems minItems properties required minProperties maxProperties
  minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum`,
);

const contentsOf = ({ body }: SentRequest): Body[] => list(body?.contents);
const partsOf = (content: Body): Body[] => list(content?.parts);
const callsOf = (content: Body) => partsOf(content).filter((part) => isObject(part?.functionCall));
const answersOf = (content: Body) => partsOf(content).filter((part) => isObject(part?.functionResponse));
const configOf = ({ body }: SentRequest): Record<string, Body> =>
  isObject(body?.generationConfig) ? body.generationConfig : {};
const modelOf = (request: SentRequest) => /\/models\/([^/:]+):/.exec(pathOf(request))?.[1] ?? '';
const isGemini3 = (request: SentRequest) => /gemini-(?:[3-9]|\d\d)/.test(modelOf(request));

const plain = (at: string, message: string): Offence => ({ at, message });
const unknownName = (name: string, at: string): Offence => ({
  at: at === '' ? name : `${at}.${name}`,
  message: `Invalid JSON payload received. Unknown name "${name}"${at === '' ? '' : ` at '${at}'`}: Cannot find field.`,
});
const wrongValue = (at: string, kind: string, value: unknown): Offence => ({
  at,
  message: `Invalid value at '${at}' (${kind}), ${JSON.stringify(value)}`,
});
const STRUCT = 'type.googleapis.com/google.protobuf.Struct';

interface Declaration {
  readonly at: string;
  readonly declaration: Record<string, Body>;
}

const declarationsOf = ({ body }: SentRequest): Declaration[] =>
  list(body?.tools).flatMap((tool, at) =>
    list(tool?.functionDeclarations).map((declaration, place) => ({
      at: `tools[${at}].function_declarations[${place}]`,
      declaration: isObject(declaration) ? declaration : {},
    })),
  );

interface SentSchema {
  readonly at: string;
  readonly schema: Body;
}

/** Schemas in the form of JSON Schema, and those in the older form. */
function schemasOf(request: SentRequest): { json: SentSchema[]; openApi: SentSchema[] } {
  const { responseJsonSchema, responseSchema } = configOf(request);
  const declared = declarationsOf(request);
  const of = (key: string, name: string) =>
    declared
      .filter(({ declaration }) => isGiven(declaration[key]))
      .map((one) => ({ at: `${one.at}.${name}`, schema: one.declaration[key] }));
  return {
    json: [
      ...of('parametersJsonSchema', 'parameters_json_schema'),
      ...(isGiven(responseJsonSchema)
        ? [{ at: 'generation_config.response_json_schema', schema: responseJsonSchema }]
        : []),
    ],
    openApi: [
      ...of('parameters', 'parameters'),
      ...(isGiven(responseSchema) ? [{ at: 'generation_config.response_schema', schema: responseSchema }] : []),
    ],
  };
}

const wayOf = (way: readonly (string | number)[]) => way.map((key) => `[${key}]`).join('');

const inSchemas = (
  name: string,
  says: string,
  source: string,
  finds: (sent: SentSchema) => Offence | null,
  of: 'json' | 'openApi' | 'both' = 'both',
) =>
  rule(name, says, source, (request) => {
    const { json, openApi } = schemasOf(request);
    return firstOf([...(of === 'openApi' ? [] : json), ...(of === 'json' ? [] : openApi)], finds);
  });

/** Where the model's present turn began: the last content of the user that isn't an answer to calls. */
function turnStart(request: SentRequest): number {
  const contents = contentsOf(request);
  return contents.findLastIndex(
    (content) => content.role !== 'model' && partsOf(content).some((part) => !isObject(part?.functionResponse)),
  );
}

const RULES: readonly Rule[] = [
  rule(
    'path',
    'The path exists at the provider, and a stream is requested as events.',
    REFERENCE,
    ({ path }) =>
      /\/models\/[^/]+:generateContent$/.test(path) ||
      /\/models\/[^/]+:streamGenerateContent\?(?:.*&)?alt=sse/.test(path)
        ? null
        : plain('path', `Requested entity was not found: ${path}`),
    404,
  ),
  rule(
    'key',
    'The key is sent in x-goog-api-key.',
    'ai.google.dev/gemini-api/docs/api-key',
    (request, { needsKey = true }) =>
      !needsKey || headerOf(request, 'x-goog-api-key') !== '' || /[?&]key=/.test(request.path)
        ? null
        : plain(
            'x-goog-api-key',
            "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
          ),
    403,
  ),
  rule(
    'model',
    'The model exists at the provider.',
    REFERENCE,
    (request, { models }) =>
      models === undefined || models.includes(modelOf(request))
        ? null
        : plain(
            'model',
            `models/${modelOf(request)} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
          ),
    404,
  ),
  rule('unknown-field', 'A request has no fields that the reference doesn’t list.', REFERENCE, (request) => {
    const key = unknownKey(request.body, FIELDS);
    if (key !== null) return unknownName(key, '');
    const setting = unknownKey(configOf(request), GENERATION_FIELDS);
    if (setting !== null) return unknownName(setting, 'generation_config');
    return firstOf(contentsOf(request), (content, at) =>
      firstOf(partsOf(content), (part, place) => {
        const found = unknownKey(part, PART_FIELDS);
        return found === null ? null : unknownName(found, `contents[${at}].parts[${place}]`);
      }),
    );
  }),
  rule('no-contents', 'At least one content is required.', REFERENCE, (request) =>
    contentsOf(request).length === 0
      ? plain('contents', '* GenerateContentRequest.contents: contents is not specified\n')
      : null,
  ),
  rule(
    'role',
    'A role is user or model. System text is only allowed in systemInstruction.',
    `${REFERENCE}; langchain-ai/langchain#20835, elie222/inbox-zero#1642`,
    (request) =>
      firstOf(contentsOf(request), (content, at) =>
        !isGiven(content?.role) || ['user', 'model'].includes(content.role)
          ? null
          : plain(`contents[${at}].role`, 'Please use a valid role: user, model.'),
      ),
  ),
  rule(
    'no-parts',
    'A content has parts.',
    'vercel/ai#3775, egoist/chatwise-releases#250, agno-agi/agno#2649',
    (request) =>
      firstOf(contentsOf(request), (content, at) =>
        partsOf(content).length > 0
          ? null
          : plain(
              `contents[${at}].parts`,
              `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`,
            ),
      ),
  ),
  rule(
    'empty-part',
    'A part has a text that isn’t empty, or other data.',
    'router-for-me/CLIProxyAPI#1292, 54xzh/FLIT#69, boldsoftware/sketch#68',
    (request) =>
      firstOf(contentsOf(request), (content, at) =>
        firstOf(partsOf(content), (part, place) => {
          const isFull = DATA_FIELDS.some((key) => isGiven(part?.[key]) && part[key] !== '');
          return isFull || isGiven(part?.thoughtSignature)
            ? null
            : plain(
                `contents[${at}].parts[${place}]`,
                `* GenerateContentRequest.contents[${at}].parts[${place}].data: required oneof field 'data' must have one initialized field\n`,
              );
        }),
      ),
  ),
  rule('empty-system', 'A system instruction has texts that aren’t empty.', REFERENCE, ({ body }) =>
    firstOf(isGiven(body?.systemInstruction) ? list(body.systemInstruction.parts) : [], (part, at) =>
      part?.text
        ? null
        : plain(
            `system_instruction.parts[${at}]`,
            `* GenerateContentRequest.system_instruction.parts[${at}].data: required oneof field 'data' must have one initialized field\n`,
          ),
    ),
  ),
  rule(
    'last-role',
    'The last content is from the user.',
    'crewAIInc/crewAI#6973 and #7134; "Please ensure that single turn requests end with a user role", as public clients handle it',
    (request) => {
      const contents = contentsOf(request);
      return contents.at(-1).role === 'model'
        ? plain(
            `contents[${contents.length - 1}]`,
            'Please ensure that single turn requests end with a user role or the role field is empty.',
          )
        : null;
    },
  ),
  rule('call-args', 'The arguments of a call are an object.', REFERENCE, (request) =>
    firstOf(contentsOf(request), (content, at) =>
      firstOf(partsOf(content), (part, place) => {
        const args = part?.functionCall?.args;
        return !isGiven(args) || isObject(args)
          ? null
          : wrongValue(`contents[${at}].parts[${place}].function_call.args`, STRUCT, args);
      }),
    ),
  ),
  rule('answer-object', 'The answer to a call is an object.', REFERENCE, (request) =>
    firstOf(contentsOf(request), (content, at) =>
      firstOf(partsOf(content), (part, place) =>
        !isObject(part?.functionResponse) || isObject(part.functionResponse.response)
          ? null
          : wrongValue(
              `contents[${at}].parts[${place}].function_response.response`,
              STRUCT,
              part.functionResponse.response ?? null,
            ),
      ),
    ),
  ),
  rule(
    'call-order',
    'A call directly follows a user content.',
    `${CALLS}; google-gemini/gemini-cli#11814, lobehub/lobehub#10049`,
    (request) => {
      const contents = contentsOf(request);
      return firstOf(contents, (content, at) =>
        callsOf(content).length === 0 || (at > 0 && contents[at - 1].role !== 'model')
          ? null
          : plain(
              `contents[${at}]`,
              'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
            ),
      );
    },
  ),
  rule(
    'answer-order',
    'Results directly follow the calls.',
    `${CALLS}; langchain-ai/langchain#27799, BerriAI/litellm#26755`,
    (request) => {
      const contents = contentsOf(request);
      return firstOf(contents, (content, at) =>
        answersOf(content).length === 0 || callsOf(contents[at - 1]).length > 0
          ? null
          : plain(
              `contents[${at}]`,
              'Please ensure that function response turn comes immediately after a function call turn.',
            ),
      );
    },
  ),
  rule(
    'answer-count',
    'The number of results equals the number of calls.',
    `${CALLS}, parallel function calling`,
    (request) => {
      const contents = contentsOf(request);
      return firstOf(contents, (content, at) =>
        callsOf(content).length === 0 || answersOf(contents[at + 1]).length === callsOf(content).length
          ? null
          : plain(
              `contents[${at}]`,
              'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
            ),
      );
    },
  ),
  rule(
    'signature',
    'From Gemini 3 on, the first call of each step since the user’s last text carries its thought signature.',
    `${SIGNATURES}; langgenius/dify-official-plugins#2088, nanbingxyz/5ire#405, MayDay-wpf/snow-cli#104`,
    (request) => {
      const start = turnStart(request);
      return firstOf(contentsOf(request), (content, at) => {
        const [first] = callsOf(content);
        return !isGemini3(request) || at < start || first === undefined || isGiven(first.thoughtSignature)
          ? null
          : plain(
              `contents[${at}]`,
              `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.functionCall.name}\` , position ${at + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
            );
      });
    },
  ),
  rule(
    'tool-name',
    'The name of a function begins with a letter or _ and has at most 64 letters, digits, _, ., : and -.',
    CALLS,
    (request) =>
      firstOf(declarationsOf(request), ({ at, declaration }) =>
        /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(String(declaration.name))
          ? null
          : plain(
              `${at}.name`,
              `* GenerateContentRequest.${at}.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
            ),
      ),
  ),
  rule('tool-name-twice', 'Functions have different names.', CALLS, (request) => {
    const names = declarationsOf(request).map(({ declaration }) => declaration.name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    return twice === undefined ? null : plain('tools', `Duplicate function declaration found: ${twice}`);
  }),
  rule('schema-forms', 'A schema is given in one form.', SCHEMAS, (request) => {
    const both = declarationsOf(request).find(
      ({ declaration }) => isGiven(declaration.parameters) && isGiven(declaration.parametersJsonSchema),
    );
    if (both)
      return plain(
        both.at,
        `* GenerateContentRequest.${both.at}: parameters and parameters_json_schema are mutually exclusive\n`,
      );
    const { responseSchema, responseJsonSchema } = configOf(request);
    return isGiven(responseSchema) && isGiven(responseJsonSchema)
      ? plain('generation_config', 'response_schema and response_json_schema are mutually exclusive')
      : null;
  }),
  rule('schema-root-object', 'Parameters are an object.', SCHEMAS, (request) =>
    firstOf(declarationsOf(request), ({ at, declaration }) => {
      const schema = declaration.parametersJsonSchema ?? declaration.parameters;
      return !isGiven(schema) || /^object$/i.test(String(schema.type))
        ? null
        : plain(at, `* GenerateContentRequest.${at}.parameters: parameters schema should be of type OBJECT.\n`);
    }),
  ),
  inSchemas(
    'schema-unknown-name',
    'The older form of schemas has only the fields of OpenAPI that are listed.',
    'zed-industries/zed#44875, glowingjade/obsidian-smart-composer#455, openswarm-ai/openswarm#24',
    ({ at, schema: root }) =>
      firstOf(subschemas(root), ({ schema, way }) => {
        const key = unknownKey(schema, OPEN_API_FIELDS);
        return key === null ? null : unknownName(key, at + wayOf(way));
      }),
    'openApi',
  ),
  inSchemas(
    'schema-type-list',
    'The older form of schemas has one type each.',
    'n8n-io/n8n#15553, zed-industries/zed#53919',
    ({ at, schema: root }) => {
      const found = findSchema(root, ({ schema }) => Array.isArray(schema.type));
      return (
        found &&
        plain(
          at + wayOf(found.way),
          `Invalid JSON payload received. Unknown name "type" at '${at}${wayOf(found.way)}': Proto field is not repeating, cannot start list.`,
        )
      );
    },
    'openApi',
  ),
  inSchemas(
    'schema-empty-object',
    'In the older form of schemas an object has properties.',
    'agno-agi/agno#2112',
    ({ at, schema: root }) => {
      const found = findSchema(
        root,
        ({ schema }) => /^object$/i.test(String(schema.type)) && keysOf(schema).length === 0,
      );
      return (
        found &&
        plain(
          at + wayOf(found.way),
          `* GenerateContentRequest.${at}${wayOf(found.way)}.properties: should be non-empty for OBJECT type\n`,
        )
      );
    },
    'openApi',
  ),
  inSchemas(
    'schema-properties-type',
    'Only an object has properties and required ones.',
    'anomalyco/opencode#11889 and #13150',
    ({ at, schema: root }) => {
      const found = findSchema(root, ({ schema }) => {
        const types = typesOf(schema).map((type) => type.toLowerCase());
        return (isGiven(schema.properties) || isGiven(schema.required)) && !types.includes('object');
      });
      return (
        found &&
        plain(
          at + wayOf(found.way),
          `* GenerateContentRequest.${at}${wayOf(found.way)}.properties: only allowed for OBJECT type\n`,
        )
      );
    },
  ),
  inSchemas(
    'schema-required-defined',
    'Required names are properties of the schema.',
    'Kilo-Org/kilocode#11955',
    ({ at, schema: root }) =>
      firstOf(subschemas(root), ({ schema, way }) => {
        const missing = list(schema.required).findIndex((key) => !keysOf(schema).includes(key));
        return missing === -1
          ? null
          : plain(
              at + wayOf(way),
              `* GenerateContentRequest.${at}${wayOf(way)}.required[${missing}]: property is not defined\n`,
            );
      }),
  ),
  inSchemas(
    'schema-array-items',
    'An array defines its items.',
    'anomalyco/opencode#43495; flachesis/gemini-rust#39',
    ({ at, schema: root }) => {
      const found = findSchema(
        root,
        ({ schema }) =>
          typesOf(schema).some((type) => /^array$/i.test(type)) &&
          !isGiven(schema.items) &&
          !isGiven(schema.prefixItems),
      );
      return (
        found &&
        plain(at + wayOf(found.way), `* GenerateContentRequest.${at}${wayOf(found.way)}.items: missing field.\n`)
      );
    },
  ),
  inSchemas('schema-enum', 'Constants of a schema are strings or numbers.', SCHEMAS, ({ at, schema: root }) =>
    firstOf(subschemas(root), ({ schema, way }) => {
      const bad = list(schema.enum).findIndex((one) => !['string', 'number'].includes(typeof one));
      return bad === -1 ? null : wrongValue(`${at}${wayOf(way)}.enum[${bad}]`, 'TYPE_STRING', schema.enum[bad]);
    }),
  ),
  inSchemas(
    'schema-reference-alone',
    'Only keywords that start with $ are allowed next to a reference.',
    SCHEMAS,
    ({ at, schema: root }) => {
      const found = findSchema(
        root,
        ({ schema }) => isGiven(schema.$ref) && Object.keys(schema).some((key) => !key.startsWith('$')),
      );
      return (
        found &&
        plain(
          at + wayOf(found.way),
          `* GenerateContentRequest.${at}${wayOf(found.way)}: $ref may not be combined with other fields\n`,
        )
      );
    },
    'json',
  ),
  inSchemas(
    'schema-cycle',
    'A property with a cyclic reference isn’t required.',
    SCHEMAS,
    ({ at, schema: root }) =>
      isObject(root) && isRecursive(root, mustBeThere)
        ? plain(at, `* GenerateContentRequest.${at}: cyclic references are only allowed in non-required properties\n`)
        : null,
    'json',
  ),
  rule('tool-config-alone', 'A request with a function calling config also has functions.', CALLS, (request) =>
    isGiven(request.body?.toolConfig?.functionCallingConfig) && declarationsOf(request).length === 0
      ? plain('tool_config', 'Function calling config is set without function_declarations.')
      : null,
  ),
  rule('tool-choice-name', 'A function that may be called is one of the functions.', CALLS, (request) => {
    const names = declarationsOf(request).map(({ declaration }) => declaration.name);
    const { mode, allowedFunctionNames } = request.body?.toolConfig?.functionCallingConfig ?? {};
    const bad = list(allowedFunctionNames).find((name) => !names.includes(name));
    if (bad !== undefined) {
      return plain(
        'tool_config.function_calling_config',
        `* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names: ${bad} is not a declared function\n`,
      );
    }
    return isGiven(allowedFunctionNames) && !['ANY', 'VALIDATED'].includes(mode)
      ? plain(
          'tool_config.function_calling_config',
          '* GenerateContentRequest.tool_config.function_calling_config.allowed_function_names: may only be set with mode ANY\n',
        )
      : null;
  }),
  rule('format-type', 'An answer schema requires the type application/json.', SCHEMAS, (request) => {
    const { responseJsonSchema, responseSchema, responseMimeType } = configOf(request);
    return (isGiven(responseJsonSchema) || isGiven(responseSchema)) && responseMimeType !== 'application/json'
      ? plain(
          'generation_config.response_mime_type',
          '* GenerateContentRequest.generation_config.response_json_schema: only allowed with response_mime_type application/json\n',
        )
      : null;
  }),
  rule(
    'format-with-functions',
    'Before Gemini 3, JSON answers and functions exclude each other.',
    '@ai-sdk/google 4.0.121, google-language-model.ts',
    (request) =>
      configOf(request).responseMimeType === 'application/json' &&
      declarationsOf(request).length > 0 &&
      /gemini-[12]/.test(modelOf(request))
        ? plain(
            'generation_config.response_mime_type',
            "Function calling with a response mime type: 'application/json' is unsupported",
          )
        : null,
  ),
  rule('stop-count', 'At most 5 stop sequences are allowed.', REFERENCE, (request) => {
    const { length } = list(configOf(request).stopSequences);
    return length > 5
      ? plain(
          'generation_config.stop_sequences',
          `* GenerateContentRequest.generation_config.stop_sequences: the number of stop sequences must be at most 5, got ${length}\n`,
        )
      : null;
  }),
  rule('seed', 'The seed fits 32 bits.', REFERENCE, (request) => {
    const { seed } = configOf(request);
    return !isGiven(seed) || (Number.isInteger(seed) && Math.abs(seed) <= 2_147_483_647)
      ? null
      : wrongValue('generation_config.seed', 'TYPE_INT32', seed);
  }),
  rule('ranges', 'Numbers are within the limits of the reference.', REFERENCE, (request) => {
    const limits: Record<string, [number, number]> = {
      temperature: [0, 2],
      topP: [0, 1],
      maxOutputTokens: [1, 2_147_483_647],
      candidateCount: [1, 8],
      presencePenalty: [-2, 1.999_999],
      frequencyPenalty: [-2, 1.999_999],
    };
    for (const [key, [least, most]] of Object.entries(limits)) {
      const value = configOf(request)[key];
      if (!isGiven(value) || (value >= least && value <= most)) continue;
      const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return plain(
        `generation_config.${name}`,
        `* GenerateContentRequest.generation_config.${name}: ${name} must be in the range [${least}, ${Math.ceil(most)}].\n`,
      );
    }
    return null;
  }),
  rule(
    'thinking-level',
    'Thinking has a level or a budget, and the model supports the level.',
    'ai.google.dev/gemini-api/docs/thinking; @ai-sdk/google 4.0.121, google-model-catalog.ts',
    (request) => {
      const { thinkingLevel: level, thinkingBudget: budget } = configOf(request).thinkingConfig ?? {};
      if (isGiven(level) && isGiven(budget)) {
        return plain(
          'generation_config.thinking_config',
          'You can only set only one of thinking budget and thinking level.',
        );
      }
      const levels = /gemini-4-hydrogen/.test(modelOf(request))
        ? ['low', 'medium', 'high']
        : ['minimal', 'low', 'medium', 'high'];
      return !isGiven(level) || levels.includes(String(level).toLowerCase())
        ? null
        : plain('generation_config.thinking_config', `Thinking level ${level} is not supported for this model.`);
    },
  ),
];

/** True for a child that a value of the parent needs. A choice counts, even where it allows null. */
function mustBeThere(child: { way: readonly (string | number)[] }, parent: { schema: Record<string, Body> }): boolean {
  const [key, name] = child.way;
  if (key === 'properties') return list(parent.schema.required).includes(name);
  return ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf'].includes(String(key));
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
};

/** Google's generateContent. */
export const GOOGLE_GENERATE: Dialect = {
  rules: RULES,
  errorOf: ({ message }, status) => ({ error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' } }),
};
