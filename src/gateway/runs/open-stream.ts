import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ProviderFailure, type ProvidersApi } from '../../providers/index.ts';
import { type AttemptCall, AttemptFailed } from './attempt-path.ts';
import { familyOf } from './reasoning/returned-reasoning.ts';
import type { RunContext } from './run-context.ts';
import { type Finish, RunPartReader } from './run-part-reader.ts';
import type { RunPart } from './run-task.ts';

/**
 * A provider's stream that has visible output or is complete. From here on it is the run's answer, so no other attempt follows.
 */
export interface OpenedStream {
  readonly reader: RunPartReader;
  readonly source: AsyncIterator<LanguageModelV4StreamPart>;
  /** Parts that were read from the provider and not yet passed on to the caller. */
  readonly held: RunPart[];
  /** Next part, requested from the provider and not yet received. Null if no part is requested. */
  readonly pending: Promise<IteratorResult<LanguageModelV4StreamPart>> | null;
  /** End of the answer, if the complete answer has already arrived. Null otherwise. */
  readonly finish: Finish | null;
}

/** Maximum parts held back. A provider that sends no visible output in this many parts isn't expected to send any. */
const MOST_HELD = 1_000;

/**
 * Opens a stream and holds back its parts until one is visible, so that another attempt can follow a failure before that. Then
 * takes all parts that arrived with it, since a provider that breaks off after its first word usually does so in the same packet.
 * Doesn't wait for further parts, since the caller is waiting for the first word.
 *
 * @throws AttemptFailed
 */
export async function openStream(
  run: RunContext,
  providers: Pick<ProvidersApi, 'stream'>,
  { attempt, call }: AttemptCall,
): Promise<OpenedStream> {
  const isJson = run.check !== null;
  const reader = new RunPartReader({
    isJson,
    keepsText: isJson || run.task.content.keep || run.citing !== null,
    keepsReasoning: run.request.tools.length > 0 && familyOf(attempt.deployment) !== null,
  });
  const held: RunPart[] = [];
  let source: AsyncIterator<LanguageModelV4StreamPart> | null = null;
  try {
    const stream = run.streamed(await providers.stream(call), attempt.deployment);
    attempt.headersMs = stream.headersMs;
    attempt.statusCode = stream.statusCode;
    source = stream.parts[Symbol.asyncIterator]();
    let finish: Finish | null = null;
    for (let count = 0; finish === null && !held.some(isSeen); count++) {
      if (count > MOST_HELD)
        throw new ProviderFailure(
          'GARBAGE',
          `The provider sent ${MOST_HELD} stream parts without visible output.`,
          COST,
        );
      finish = take(await source.next());
    }
    attempt.firstPartMs = performance.now() - attempt.beganMs;
    let pending: OpenedStream['pending'] = null;
    const turn = oneTurn();
    while (finish === null && held.length < MOST_HELD) {
      pending = source.next();
      const arrived = await Promise.race([pending, turn]);
      if (arrived === null) break;
      pending = null;
      finish = take(arrived);
    }
    // A later read handles the error.
    pending?.catch(() => {});
    return { reader, source, held, pending, finish };
  } catch (error) {
    void Promise.resolve(source?.return?.()).catch(() => {});
    throw new AttemptFailed(run.failureOf(error));
  } finally {
    attempt.responseModel = reader.responseModel;
    attempt.responseId = reader.responseId;
  }

  function take(result: IteratorResult<LanguageModelV4StreamPart>): Finish | null {
    if (result.done) throw truncated();
    return reader.take(result.value, held);
  }
}

export const truncated = () => new ProviderFailure('TRUNCATED', 'The provider’s answer was cut off.', COST);

const COST = { mayHaveCost: true };

/** True if the part is visible output. Blank text and citations don't count: before a failure, often nothing else arrives. */
function isSeen(part: RunPart): boolean {
  return part.type === 'text' || part.type === 'refusal' || part.type === 'reasoning'
    ? part.text.trim() !== ''
    : part.type !== 'citation';
}

const oneTurn = () => new Promise<null>((resolve) => setImmediate(resolve, null));
