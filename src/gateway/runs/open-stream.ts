import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ProviderFailure, type ProvidersApi } from '../../providers/index.ts';
import { type AttemptCall, AttemptFailed } from './attempt-path.ts';
import { familyOf } from './reasoning/returned-reasoning.ts';
import type { RunContext } from './run-context.ts';
import { type Finish, RunPartReader } from './run-part-reader.ts';
import type { RunPart } from './run-task.ts';

/** A provider's stream that has begun to say something: from here on it is the run's answer, for better or worse. */
export interface OpenedStream {
  readonly reader: RunPartReader;
  readonly source: AsyncIterator<LanguageModelV4StreamPart>;
  /** What was read of it and not given out yet. */
  readonly held: RunPart[];
  /** Asked for already, and not there yet. */
  readonly pending: Promise<IteratorResult<LanguageModelV4StreamPart>> | null;
  /** Where all of the answer was there at once. */
  readonly finish: Finish | null;
}

/** Parts that are held back at the most: a provider that says nothing in so many of them is not about to. */
const MOST_HELD = 1_000;

/**
 * Opens a stream and holds back what comes until there is something to see, so that one which fails or ends before is not the
 * caller's trouble but another try's. Then everything that has arrived along with the first part is taken in as well: a
 * provider that breaks off after its first word mostly does so in the same packet. No longer than that, for whoever waits for a
 * first word waits for this.
 *
 * @throws TrialFailed
 */
export async function openStream(
  run: RunContext,
  providers: Pick<ProvidersApi, 'stream'>,
  { attempt, call }: AttemptCall,
): Promise<OpenedStream> {
  const isJson = run.check !== null;
  const reader = new RunPartReader({
    isJson,
    keepsText: isJson || run.task.content.keep,
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
      if (count > MOST_HELD) throw new ProviderFailure('GARBAGE', 'The provider sent much and said nothing.', COST);
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
    // Whoever reads on meets it; until then nobody else has to.
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

/** Blank text is often all that comes before a failure. */
function isSeen(part: RunPart): boolean {
  return part.type === 'text' || part.type === 'refusal' || part.type === 'reasoning'
    ? part.text.trim() !== ''
    : part.type !== 'citation';
}

const oneTurn = () => new Promise<null>((resolve) => setImmediate(resolve, null));
