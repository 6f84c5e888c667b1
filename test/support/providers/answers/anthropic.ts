import { type Answer, halves, hasText, MODEL, named, piecesOf, usageOf, type Writer, wordsOf } from './answer.ts';

const SIGNATURE = 'EqQBCgIYAhIkYjFkMzE2NzEtc3RhbmQtaW4=';
const idOf = (at: number) => `toolu_01${String(at).padStart(22, 'A')}`;

interface Block {
  readonly whole: object;
  /** As it begins. */
  readonly start: object;
  readonly deltas: object[];
}

function blocksOf(answer: Answer): Block[] {
  const blocks: Block[] = [];
  if (answer.reasoning !== undefined) {
    blocks.push({
      whole: { type: 'thinking', thinking: answer.reasoning, signature: SIGNATURE },
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...halves(answer.reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: SIGNATURE },
      ],
    });
  }
  const said = answer.refusal === undefined ? piecesOf(answer) : halves(answer.refusal);
  if (hasText(answer) || answer.refusal !== undefined) {
    blocks.push({
      whole: { type: 'text', text: answer.refusal ?? wordsOf(answer) },
      start: { type: 'text', text: '' },
      deltas: said.map((text) => ({ type: 'text_delta', text })),
    });
  }
  for (const [at, call] of (answer.calls ?? []).entries()) {
    const head = { type: 'tool_use', id: call.id ?? idOf(at), name: call.name };
    blocks.push({
      whole: { ...head, input: call.arguments },
      start: { ...head, input: {} },
      deltas: ['', ...halves(JSON.stringify(call.arguments))].map((piece) => ({
        type: 'input_json_delta',
        partial_json: piece,
      })),
    });
  }
  return blocks;
}

function reasonOf(answer: Answer): string {
  if (answer.ending === 'LENGTH') return 'max_tokens';
  if (answer.ending === 'FILTER' || answer.refusal !== undefined) return 'refusal';
  return answer.calls?.length ? 'tool_use' : 'end_turn';
}

/** Of the input only what was neither cached nor written counts as `input_tokens`. */
function usage(answer: Answer, output = usageOf(answer).output) {
  const { input, cachedInput, cacheWrite, reasoning } = usageOf(answer);
  return {
    input_tokens: input - cachedInput - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cachedInput,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
    service_tier: 'standard',
  };
}

const message = (answer: Answer, more: object) => ({
  id: 'msg_01',
  type: 'message',
  role: 'assistant',
  model: answer.model ?? MODEL,
  stop_sequence: null,
  ...more,
});

/** Anthropic: blocks with their own beginning and end, pings, signed thoughts, and arguments as pieces of JSON. */
export const ANTHROPIC: Writer = {
  endings: 2,
  whole: (answer) =>
    message(answer, {
      content: blocksOf(answer).map(({ whole }) => whole),
      stop_reason: reasonOf(answer),
      usage: usage(answer),
    }),
  events: (answer) => [
    named('message_start', { message: message(answer, { content: [], stop_reason: null, usage: usage(answer, 1) }) }),
    ...blocksOf(answer).flatMap(({ start, deltas }, index) => [
      named('content_block_start', { index, content_block: start }),
      ...(index === 0 ? [named('ping', {})] : []),
      ...deltas.map((delta) => named('content_block_delta', { index, delta })),
      named('content_block_stop', { index }),
    ]),
    named('message_delta', { delta: { stop_reason: reasonOf(answer), stop_sequence: null }, usage: usage(answer) }),
    named('message_stop', {}),
  ],
};
