import type { SealKeys, Signer, TransparencyLog } from '../log/index.ts';
import type { Clock } from '../platform/clock.ts';
import { agreedTime } from '../platform/database/agreed-time.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { formatStanding } from '../proof/standing-envelope.ts';
import { SealStanding, STATEMENT_MEDIA_TYPE, standingStatement } from '../proof/statement.ts';
import { type Seal, SealStatus } from './seal.entity.ts';
import { hexDigest } from './sha256.ts';

export interface StandingStatementsOptions {
  signer: Signer;
  keys: SealKeys;
  log: TransparencyLog;
  database: Database;
  clock: Clock;
  publicUrl: string;
}

const STANDINGS: Record<SealStatus, SealStanding> = {
  [SealStatus.SEALED]: SealStanding.IN_FORCE,
  [SealStatus.PENDING_TIMESTAMP]: SealStanding.IN_FORCE,
  [SealStatus.SUPERSEDED]: SealStanding.SUPERSEDED,
  [SealStatus.REVOKED]: SealStanding.REVOKED,
};

/**
 * Signs a statement of the current status of a seal on each request. Without it, a list of statuses from which a revocation was
 * removed would look like one without a revocation. The statement isn't logged: it is valid for a day and repeats what the log
 * says.
 */
export class StandingStatements {
  readonly #options: StandingStatementsOptions;

  constructor(options: StandingStatementsOptions) {
    this.#options = options;
  }

  /**
   * The current status as it appears in `statuses.json`. Null if the service can't be sure that the seal is in force, or while
   * its clock is wrong.
   */
  async of({ id, status, statement }: Seal): Promise<object | null> {
    const { signer, publicUrl } = this.#options;
    const standing = STANDINGS[status as SealStatus];
    if (standing === SealStanding.IN_FORCE && !(await this.#canSign())) return null;
    const now = await this.#now();
    if (now === null) return null;
    const sealed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, Buffer.from(statement, 'utf8'));
    const asOf = now.toISOString();
    const payload = standingStatement(publicUrl, hexDigest(sealed), { sealId: id, standing, asOf });
    const signature = await signer.sign(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload));
    return formatStanding(payload, signature, Buffer.from(signer.keyId, 'hex'));
  }

  /** The current time. Null while the clock of this process is wrong. */
  async #now(): Promise<Date | null> {
    try {
      return await agreedTime(this.#options);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  /** False if a restored backup could lack a revocation, or if the seal key isn't in use any more. */
  async #canSign(): Promise<boolean> {
    const { keys, log } = this.#options;
    try {
      await Promise.all([log.probe(), keys.assertInUse()]);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}
