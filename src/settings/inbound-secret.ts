import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import { digestOf } from '../platform/secrets.ts';
import { Setting } from './setting.entity.ts';

/** Marketing hub › host settings › Integrations inbound secret. */
const NAME = 'marketing-hub.host-settings.integrations-inbound-secret';
/** Shorter ones can be guessed; the digest that is kept has no salt. */
const MIN_LENGTH = 24;
const MAX_LENGTH = 256;

/** The secret that callers of the integrations show: the one set in the back office, else the environment's. */
export class InboundSecret {
  readonly #database: Database;
  readonly #fallback: Buffer;

  constructor(database: Database, fromEnvironment: string) {
    this.#database = database;
    this.#fallback = digestOf(fromEnvironment);
  }

  /** Read anew each time: a secret that was changed must not go on working from somebody's cache. */
  async digest(): Promise<Buffer> {
    const digest = await this.#database.readValue<Buffer | undefined>(
      { name: 'inbound_secret', text: 'select digest from setting where name = $1' },
      [NAME],
    );
    return digest ?? this.#fallback;
  }

  /** Null gives the environment's secret its place back. */
  async set({ em, clock, principal }: Context, secret: string | null): Promise<Setting | null | InputInvalid> {
    if (secret === null) {
      await em.nativeDelete(Setting, { name: NAME });
      return null;
    }
    // Whatever else a header may carry, it does not arrive as it was sent: such a secret would let nobody in.
    if (secret.length < MIN_LENGTH || secret.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(secret)) {
      const detail = `The secret has ${MIN_LENGTH} to ${MAX_LENGTH} letters, digits and signs of ASCII, no blanks. Take a random one.`;
      return new InputInvalid([{ pointer: '/secret', detail }]);
    }
    return em.upsert(Setting, {
      name: NAME,
      digest: digestOf(secret),
      updatedAt: clock.now(),
      updatedBy: principal.actor,
    });
  }

  find({ em }: Context): Promise<Setting | null> {
    return em.findOne(Setting, { name: NAME });
  }
}
