import { randomBytes } from 'node:crypto';

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

export interface StreamedCall {
  readonly index: number;
  readonly name: string;
  hasArguments: boolean;
  isComplete: boolean;
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

  begin(givenId: string, name: string): { call: StreamedCall; id: string } {
    const call: StreamedCall = { index: this.#all.length, name, hasArguments: false, isComplete: false };
    this.#all.push(call);
    const same = this.#byGivenId.get(givenId);
    if (same) same.push(call);
    else this.#byGivenId.set(givenId, [call]);
    return { call, id: this.#ids.next(givenId) };
  }

  /** The call that the next piece of arguments belongs to. */
  latest(givenId: string): StreamedCall | undefined {
    return this.#byGivenId.get(givenId)?.at(-1);
  }

  /** The call whose pieces came before its complete form. */
  incomplete(givenId: string, name: string): StreamedCall | undefined {
    return this.#byGivenId.get(givenId)?.find((call) => call.name === name && !call.isComplete);
  }
}
