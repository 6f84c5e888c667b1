import { readPlaces, type SealKeys, type Signer, type TransparencyLog } from '../log/index.ts';
import type { Clock } from '../platform/clock.ts';
import { agreedTime } from '../platform/database/agreed-time.ts';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { formatStanding } from '../proof/standing-envelope.ts';
import { SealStanding, SealStatusKind, STATEMENT_MEDIA_TYPE, standingStatement } from '../proof/statement.ts';
import { type Seal, SealStatus } from './seal.entity.ts';
import { hexDigest } from './sha256.ts';
import { statusKey } from './status-key.ts';

export interface StandingStatementsOptions {
  signer: Signer;
  keys: SealKeys;
  log: TransparencyLog;
  database: Database;
  clock: Clock;
  publicUrl: string;
  logger: Logger;
}

const STANDINGS: Record<SealStatus, SealStanding> = {
  [SealStatus.SEALED]: SealStanding.IN_FORCE,
  [SealStatus.PENDING_TIMESTAMP]: SealStanding.IN_FORCE,
  [SealStatus.SUPERSEDED]: SealStanding.SUPERSEDED,
  [SealStatus.REVOKED]: SealStanding.REVOKED,
};

/** Status changes that a seal with this standing can't have. */
const STRONGER: Record<SealStanding, readonly SealStatusKind[]> = {
  [SealStanding.IN_FORCE]: [SealStatusKind.REVOKED, SealStatusKind.SUPERSEDED],
  [SealStanding.SUPERSEDED]: [SealStatusKind.REVOKED],
  [SealStanding.REVOKED]: [],
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
   * The current status as it appears in `statuses.json`. Null if the service can't be sure that the seal is in force, if the log
   * has a stronger status change than the database, or while its clock is wrong.
   */
  async of({ id, status, statement }: Seal): Promise<object | null> {
    const { signer, publicUrl } = this.#options;
    const standing = STANDINGS[status as SealStatus];
    if (standing === SealStanding.IN_FORCE && !(await this.#canSign())) return null;
    if (await this.#isUndone(standing, statement)) {
      this.#options.logger.error(
        { sealId: id },
        'a status change of a seal is in the log, but was undone in the database',
      );
      return null;
    }
    const now = await this.#now();
    if (now === null) return null;
    const sealed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, Buffer.from(statement, 'utf8'));
    const asOf = now.toISOString();
    const payload = standingStatement(publicUrl, hexDigest(sealed), { sealId: id, standing, asOf });
    const signature = await signer.sign(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload));
    return formatStanding(payload, signature, Buffer.from(signer.keyId, 'hex'));
  }

  /** True if the log has a status change that this standing lacks. */
  async #isUndone(standing: SealStanding, sealStatement: string): Promise<boolean> {
    const keys = STRONGER[standing].map((status) => statusKey(status, sealStatement));
    return keys.length > 0 && (await readPlaces(this.#options.database.orm.em.fork(), keys)).size > 0;
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
