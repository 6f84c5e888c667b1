import { Refusal } from '../errors/errors.ts';

/**
 * Maximum database statements per request. Thirty picks in one request, each with its transaction, take about 250; batched reads
 * take a few dozen at most. With a far higher limit, a few requests would block all others.
 */
export const MAX_STATEMENTS = 300;

/**
 * Counts the database statements of one request: those of the ORM, Kysely, `sql()` and prepared reads. Beyond the limit, a read
 * is refused before it is sent. An action is refused before it starts, never halfway.
 */
export class Statements {
  #count = 0;
  #actions = 0;
  #wasRefused = false;
  #most = MAX_STATEMENTS;

  get count(): number {
    return this.#count;
  }

  get most(): number {
    return this.#most;
  }

  /** True if a statement was refused because of the limit. */
  get wasRefused(): boolean {
    return this.#wasRefused;
  }

  /** Removes the limit for a long-lived stream. The statements of its events are counted separately. */
  unbind(): void {
    this.#most = Number.POSITIVE_INFINITY;
  }

  take(text: string): void {
    if (!OF_TRANSACTION.test(text)) this.assertLeft();
    this.#count += 1;
  }

  beginAction(): void {
    this.assertLeft();
    this.resume();
  }

  /** Removes the limit until the action has ended. */
  resume(): void {
    this.#actions += 1;
  }

  endAction(): void {
    this.#actions -= 1;
  }

  /** @throws if the limit of statements is reached and no action is running that must be completed */
  assertLeft(): void {
    if (this.#count < this.#most || this.#actions > 0) return;
    this.#wasRefused = true;
    throw new TooManyStatements(this.#most);
  }
}

/**
 * Statements that the limit never refuses: a transaction must always end, and if one can't begin, Kysely keeps the connection
 * forever.
 */
export const OF_TRANSACTION = /^\s*(begin|start|savepoint|release|rollback|commit)\b/i;

/**
 * Refusal of a statement beyond the limit. The ORM wraps errors and copies their properties, where `toRefusal` finds this one.
 */
class TooManyStatements extends Refusal {
  constructor(most: number) {
    const message = `The operation needs more than ${most} statements of the database. Ask for less at once.`;
    super('GRAPHQL_VALIDATION_FAILED', message);
    // The property isn't enumerable, because code that serialises errors would follow this reference to itself endlessly.
    Object.defineProperty(this, 'refusal', { value: this, enumerable: false });
  }
}
