import { type Answer, data, halves, hasText, MODEL, piecesOf, usageOf, type Writer, wordsOf } from './answer.ts';

const SIGNATURE = 'CiQBc3RhbmQtaW4tc2lnbmF0dXJl';

/** One for the prompt, repeated in every event; what was thought counts apart from what was said. */
function usage(answer: Answer) {
  const { input, output, cachedInput, reasoning } = usageOf(answer);
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    ...(cachedInput > 0 && { cachedContentTokenCount: cachedInput }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
  };
}

const grounding = ({ sources }: Answer) =>
  sources && {
    groundingMetadata: {
      webSearchQueries: ['law'],
      groundingChunks: sources.map(({ url, title }) => ({ web: { uri: url, title } })),
    },
  };

const response = (answer: Answer, parts: object[], finishReason?: string) => ({
  candidates: [
    {
      content: { parts, role: 'model' },
      ...(finishReason && { finishReason, ...grounding(answer) }),
      index: 0,
    },
  ],
  usageMetadata: usage(answer),
  modelVersion: answer.model ?? MODEL,
  responseId: 'resp-1',
});

/** The first of the calls carries the signature that has to come back. Calls have no ids. */
const callsOf = ({ calls = [] }: Answer) =>
  calls.map((call, at) => ({
    functionCall: { name: call.name, args: call.arguments, ...(call.id !== undefined && { id: call.id }) },
    ...(at === 0 && { thoughtSignature: SIGNATURE }),
  }));

const thoughtsOf = ({ reasoning }: Answer) => (reasoning === undefined ? [] : [{ text: reasoning, thought: true }]);

function reasonOf({ ending, refusal }: Answer): string {
  if (ending === 'LENGTH') return 'MAX_TOKENS';
  return ending === 'FILTER' || refusal !== undefined ? 'SAFETY' : 'STOP';
}

/** Google: parts with signatures, and every event with all of the usage. */
export const GOOGLE: Writer = {
  endings: 1,
  whole: (answer) =>
    response(
      answer,
      [...thoughtsOf(answer), ...(hasText(answer) ? [{ text: wordsOf(answer) }] : []), ...callsOf(answer)],
      reasonOf(answer),
    ),
  events: (answer) => {
    const parts = [
      ...halves(answer.reasoning ?? '').map((text) => ({ text, thought: true })),
      ...piecesOf(answer).map((text) => ({ text })),
    ];
    const calls = callsOf(answer);
    return [
      ...parts.map((part) => data(response(answer, [part]))),
      ...(calls.length > 0 ? [data(response(answer, calls))] : []),
      data(response(answer, [{ text: '' }], reasonOf(answer))),
    ];
  },
};
