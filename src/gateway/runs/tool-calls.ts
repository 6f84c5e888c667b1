import { randomBytes } from 'node:crypto';
import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';

/** Arguments of a call that has none. Clients parse arguments as JSON. */
export const NO_ARGUMENTS = '{}';

/** Unique ids for the tool calls of one answer. Some models repeat or omit ids, and clients match results by id. */
export class ToolCallIds {
  readonly #used = new Set<string>();

  /** The provider's id, or a new one if it is blank or already used. */
  next(given: string): string {
    const id = given.trim() === '' || this.#used.has(given) ? `call_${randomBytes(12).toString('hex')}` : given;
    this.#used.add(id);
    return id;
  }
}

/** Gemini's signature of the reasoning behind a tool call. Null without one. */
export function signatureIn(metadata: SharedV4ProviderMetadata | undefined): string | null {
  const signature = metadata?.google?.thoughtSignature;
  return typeof signature === 'string' && signature !== '' ? signature : null;
}

export interface StreamedCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  hasArguments: boolean;
  isComplete: boolean;
  signature: string | null;
}

/** Tool calls of a stream by the provider's ids, which may repeat. */
export class StreamedCalls {
  readonly #ids = new ToolCallIds();
  readonly #byGivenId = new Map<string, StreamedCall[]>();
  readonly #all: StreamedCall[] = [];

  get size(): number {
    return this.#all.length;
  }

  get withoutArguments(): readonly StreamedCall[] {
    return this.#all.filter(({ hasArguments }) => !hasArguments);
  }

  get all(): readonly StreamedCall[] {
    return this.#all;
  }

  begin(givenId: string, name: string): StreamedCall {
    const call: StreamedCall = {
      index: this.#all.length,
      id: this.#ids.next(givenId),
      name,
      hasArguments: false,
      isComplete: false,
      signature: null,
    };
    this.#all.push(call);
    const same = this.#byGivenId.get(givenId);
    if (same) same.push(call);
    else this.#byGivenId.set(givenId, [call]);
    return call;
  }

  /** The call that the next piece of arguments belongs to. */
  latest(givenId: string): StreamedCall | undefined {
    return this.#byGivenId.get(givenId)?.at(-1);
  }

  /** Finds the call that has begun and whose complete form arrives now. */
  incomplete(givenId: string, name: string): StreamedCall | undefined {
    return this.#byGivenId.get(givenId)?.find((call) => call.name === name && !call.isComplete);
  }
}
