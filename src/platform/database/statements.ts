import { Refusal } from '../errors/errors.ts';

/**
 * What one request may ask of the database. Thirty picks in one request, each with its transaction, take some 250; what is
 * read is batched and takes a few dozen at the most. Far more, and a handful of requests would hold up all the others.
 */
export const MAX_STATEMENTS = 300;

/**
 * Counts the statements of one request, whoever sends them: the ORM, Kysely, `sql()` or a prepared read. Beyond the bound a
 * read is refused before it goes out. A deed is refused before it begins, and never in its middle.
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

  /** Whether something was refused for having come after too many. */
  get wasRefused(): boolean {
    return this.#wasRefused;
  }

  /** For what goes on as long as somebody listens: each of its events counts by itself. */
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

  /** With what belongs to a deed that has begun: it is not refused, until its end. */
  resume(): void {
    this.#actions += 1;
  }

  endAction(): void {
    this.#actions -= 1;
  }

  /** @throws Refusal when there are none left, and nothing is under way that has to be done to its end. */
  assertLeft(): void {
    if (this.#count < this.#most || this.#actions > 0) return;
    this.#wasRefused = true;
    throw new TooManyStatements(this.#most);
  }
}

/** Whatever becomes of a transaction, it has to end; and where one cannot begin, Kysely keeps the connection for ever. */
export const OF_TRANSACTION = /^\s*(begin|start|savepoint|release|rollback|commit)\b/i;

/** The ORM makes an error of its own of what is thrown beneath it, and gives it the properties: `toRefusal` finds this one there. */
class TooManyStatements extends Refusal {
  constructor(most: number) {
    const message = `The operation needs more than ${most} statements of the database. Ask for less at once.`;
    super('GRAPHQL_VALIDATION_FAILED', message);
    // Not to be gone through by who writes an error down: it would never end.
    Object.defineProperty(this, 'refusal', { value: this, enumerable: false });
  }
}
