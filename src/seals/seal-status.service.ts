import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AlreadyLogged, byteSizeOf, type LogLeaf, type Signer, signEntry, type TransparencyLog } from '../log/index.ts';
import { can, ownerOf } from '../platform/auth/principal.ts';
import { hasTokenForm } from '../platform/auth/token.ts';
import type { Context } from '../platform/context.ts';
import { agreedTime } from '../platform/database/agreed-time.ts';
import { isForeignKeyViolation } from '../platform/database/sqlstate.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { unpublish } from '../platform/events/outbox.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import { newId } from '../platform/ids.ts';
import { preAuthenticationEncoding } from '../proof/dsse.ts';
import { SealStatusKind, STATEMENT_MEDIA_TYPE, StatusAuthor, statusStatement } from '../proof/statement.ts';
import { Seal, SealStatus } from './seal.entity.ts';
import type { EndSealInput, SupersedeSealInput, SupersedesInput } from './seal.inputs.ts';
import { SealConflict } from './seal.problems.ts';
import { type LoggedStatusChange, writeChanges } from './seal-status.repository.ts';
import { hexDigest } from './sha256.ts';

const MAX_REASON_LENGTH = 1_000;

export interface SealStatusServiceOptions {
  signer: Signer;
  log: TransparencyLog;
  publicUrl: string;
}

interface StatusChange {
  status: SealStatusKind;
  reason: string;
  supersededBy?: string;
}

/** A seal and as whom its caller may change it. */
export interface ChangeableSeal {
  seal: Seal;
  by: StatusAuthor;
}

/**
 * What becomes of a seal after it was made. Nothing is taken back: each change is a signed statement of its own in the log,
 * so that it can be proven later what was in force when.
 */
export class SealStatusService {
  readonly #signer: Signer;
  readonly #log: TransparencyLog;
  readonly #publicUrl: string;

  constructor({ signer, log, publicUrl }: SealStatusServiceOptions) {
    this.#signer = signer;
    this.#log = log;
    this.#publicUrl = publicUrl;
  }

  /** Withdraws a seal. What was sealed when can still be proven. Twice is the same as once. */
  async revoke(ctx: Context, input: EndSealInput): Promise<Seal | NotFound | InputInvalid> {
    const own = await this.#ownSeal(ctx, input);
    if (own instanceof Problem) return own;
    if (own.seal.status !== SealStatus.REVOKED) {
      await this.#change(ctx, own, { status: SealStatusKind.REVOKED, reason: input.reason });
    }
    return this.#asItIsNow(ctx, own.seal);
  }

  /** Says that another seal has taken the place of this one. */
  async supersede(ctx: Context, input: SupersedeSealInput): Promise<Seal | NotFound | InputInvalid | SealConflict> {
    const own = await this.#ownSeal(ctx, input);
    if (own instanceof Problem) return own;
    const { seal } = own;
    const successor = await ctx.em.findOne(Seal, input.bySealId);
    if (!successor) return new NotFound(input.bySealId);
    if (seal.supersededBy === successor.id) return seal;
    if (successor.id === seal.id) return new SealConflict('A seal cannot take the place of itself.');
    if (successor.sealedAt < seal.sealedAt) return new SealConflict('The other seal is older than this one.');
    if (isEnded(seal)) return new SealConflict(`The seal is ${seal.status.toLowerCase()} already.`);
    const change = { status: SealStatusKind.SUPERSEDED, reason: input.reason, supersededBy: successor.id };
    try {
      await this.#log.append({ ...(await this.#leafOf(ctx, own, change)), mustBeNew: true });
    } catch (error) {
      if (error instanceof AlreadyLogged) return new SealConflict('The seal has been superseded already.');
      if (!isForeignKeyViolation(error)) throw error;
    }
    return this.#asItIsNow(ctx, seal);
  }

  /**
   * The seal that a new one is to take the place of, before that is made.
   * @throws Refusal FORBIDDEN for anybody but its owner.
   */
  async replaceable(ctx: Context, input: SupersedesInput): Promise<ChangeableSeal | NotFound | SealConflict> {
    const seal = await ctx.em.findOne(Seal, input.sealId);
    if (!seal) return new NotFound(input.sealId);
    const by = authorOf(ctx, seal, input.ownerToken);
    return isEnded(seal) ? new SealConflict(`The seal is ${seal.status.toLowerCase()} already.`) : { seal, by };
  }

  /** To be logged together with a seal that names the earlier one in its own statement. */
  async supersession(ctx: Context, earlier: ChangeableSeal, supersededBy: string): Promise<LogLeaf> {
    const reason = 'Another version was sealed.';
    const leaf = await this.#leafOf(ctx, earlier, { status: SealStatusKind.SUPERSEDED, reason, supersededBy });
    return { ...leaf, mustBeNew: true };
  }

  /**
   * Deletes the statement with its nonce, a kept text, and everything else by which the log's entry could be opened. The
   * entry stays, and tells nobody anything. Who has the seal's files can go on using them. Gives the seal that was.
   */
  async erase(ctx: Context, input: EndSealInput): Promise<Seal | NotFound | InputInvalid> {
    const own = await this.#ownSeal(ctx, input);
    if (own instanceof Problem) return own;
    await this.#change(ctx, own, { status: SealStatusKind.ERASED, reason: input.reason });
    await unpublish(ctx.em, 'sealId', own.seal.id);
    return own.seal;
  }

  /**
   * The seal, for who may change it: its owner by the token that came with it, or an operator.
   * @throws Refusal UNAUTHENTICATED, FORBIDDEN
   */
  async #ownSeal(ctx: Context, input: EndSealInput): Promise<ChangeableSeal | NotFound | InputInvalid> {
    const reason = input.reason.trim();
    if (reason === '' || reason.length > MAX_REASON_LENGTH) {
      return new InputInvalid([
        { pointer: '/reason', detail: `Give a reason, of at most ${MAX_REASON_LENGTH} characters.` },
      ]);
    }
    const seal = await ctx.em.findOne(Seal, input.sealId);
    if (!seal) return new NotFound(input.sealId);
    return { seal, by: authorOf(ctx, seal, input.ownerToken) };
  }

  async #change(ctx: Context, own: ChangeableSeal, change: StatusChange): Promise<void> {
    try {
      await this.#log.append(await this.#leafOf(ctx, own, change));
    } catch (error) {
      // It was erased at this moment; whoever reads it next finds that out.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }

  /** The seal after a change; it may have been erased at the same moment. */
  async #asItIsNow(ctx: Context, seal: Seal): Promise<Seal | NotFound> {
    return (await ctx.em.refresh(seal)) ?? new NotFound(seal.id);
  }

  async #leafOf(
    ctx: Context,
    { seal, by }: ChangeableSeal,
    { status, reason, supersededBy }: StatusChange,
  ): Promise<LogLeaf> {
    const id = newId('sealStatus');
    const changedAt = await agreedTime(ctx);
    const signed = preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, Buffer.from(seal.statement, 'utf8'));
    const payload = statusStatement(this.#publicUrl, hexDigest(signed), {
      statusId: id,
      nonce: randomBytes(32).toString('base64'),
      sealId: seal.id,
      status,
      reason: reason.trim(),
      claimedAt: changedAt.toISOString(),
      ...(supersededBy && { supersededBy }),
      by,
    });
    const { signature, body } = await signEntry(this.#signer, STATEMENT_MEDIA_TYPE, payload);
    const row = {
      id,
      seal_id: seal.id,
      status,
      reason: reason.trim(),
      superseded_by: supersededBy ?? null,
      changed_by: by,
      statement: Buffer.from(payload).toString('utf8'),
      signature: Buffer.from(signature),
      key_id: this.#signer.keyId,
      changed_at: changedAt.toISOString(),
    };
    const logged: LoggedStatusChange = {
      sealId: seal.id,
      status,
      owner: ownerOf(ctx.principal),
      row: status === SealStatusKind.ERASED ? null : row,
    };
    return {
      // Whoever asks a second time, at the same moment even, finds it done. Made of the statement, whose nonce goes with it when
      // the seal is erased: nobody can find the entry again then.
      key: hexDigest(Buffer.from(`${status} ${seal.statement}`)),
      body,
      alongside: { row: logged, byteSize: byteSizeOf(row), write: writeChanges },
    };
  }
}

/** Whether something has already become of it. */
export function isEnded({ status }: Seal): boolean {
  return status === SealStatus.REVOKED || status === SealStatus.SUPERSEDED;
}

/**
 * As whom the caller may end the seal. An operator does it as the issuer, token or not.
 * @throws Refusal for who may not end the seals of others and does not show this one's token.
 */
function authorOf({ principal }: Context, seal: Seal, ownerToken: string | null | undefined): StatusAuthor {
  if (can(principal, 'seals:revoke')) return StatusAuthor.OPERATOR;
  assertShowsToken(seal, ownerToken);
  return StatusAuthor.OWNER;
}

/** @throws Refusal when it is not the token that came with the seal. */
export function assertShowsToken(seal: Seal, ownerToken: string | null | undefined): void {
  if (showsToken(seal, ownerToken)) return;
  throw new Refusal('FORBIDDEN', 'This is for the owner of the seal, who got `ownerToken` with it.');
}

/** Whether it is the token that came with the seal. */
export function showsToken({ ownerTokenHash }: Seal, ownerToken: string | null | undefined): boolean {
  if (!ownerToken || !ownerTokenHash || !hasTokenForm('imso_', ownerToken)) return false;
  return timingSafeEqual(digestOf(ownerToken), ownerTokenHash);
}
