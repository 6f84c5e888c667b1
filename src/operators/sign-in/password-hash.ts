import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../../platform/errors/errors.ts';
import { normalForm } from '../../proof/normal-form.ts';

export interface HashCost {
  memoryKibibytes: number;
  passes: number;
}

/**
 * Cost of hashing a password: OWASP’s parameters for Argon2id, 19 MiB and two passes. With a lower cost, passwords are easier to
 * guess from stolen hashes. With a higher cost, a flood of sign-ins exhausts the memory.
 */
export const HASH_COST: HashCost = { memoryKibibytes: 19_456, passes: 2 };

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/**
 * Maximum number of passwords hashed concurrently, for the cores of a small machine. More would take memory, and time from other
 * work.
 */
const HASHED_AT_ONCE = 2;
/** Maximum number of callers that wait to hash a password. Later ones would wait longer than people do. */
const MAX_WAITING = 64;

const derive = promisify(argon2);
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Hashes passwords with Argon2id in the PHC string format, with limited concurrency. */
export class PasswordHashes {
  readonly #cost: HashCost;
  /** Hash that matches no password. Verifying against it takes as long as against the hash of an account. */
  readonly unmatched: string;
  #free = HASHED_AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  constructor(cost: HashCost) {
    this.#cost = cost;
    this.unmatched = this.#written(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  }

  /**
   * Hashes a password.
   * @throws Refusal OVERLOADED if too many callers are already waiting
   */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.#derived(password, salt, this.#cost);
    return this.#written(salt, tag);
  }

  /**
   * True if the password matches the hash. False for a hash in another format.
   * @throws Refusal OVERLOADED if too many callers are already waiting
   */
  async verify(hash: string, password: string): Promise<boolean> {
    const [, memory, passes, salt, tag] = FORM.exec(hash) ?? [];
    if (!memory || !passes || !salt || !tag) return false;
    const cost = { memoryKibibytes: Number(memory), passes: Number(passes) };
    return timingSafeEqual(
      await this.#derived(password, Buffer.from(salt, 'base64'), cost),
      Buffer.from(tag, 'base64'),
    );
  }

  #written(salt: Buffer, tag: Buffer): string {
    const { memoryKibibytes, passes } = this.#cost;
    return `$argon2id$v=19$m=${memoryKibibytes},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
  }

  async #derived(password: string, nonce: Buffer, { memoryKibibytes, passes }: HashCost): Promise<Buffer> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length < MAX_WAITING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else {
      throw new Refusal('OVERLOADED', 'Too many people are signing in at the moment. Try again shortly.', {
        retryAfterSeconds: 5,
      });
    }
    try {
      // Normalized, because keyboards produce different code points for the same text.
      const message = normalForm(password, 'NFKC');
      return await derive('argon2id', {
        message,
        nonce,
        parallelism: 1,
        tagLength: TAG_BYTES,
        memory: memoryKibibytes,
        passes,
      });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
