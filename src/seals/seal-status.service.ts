import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AlreadyLogged, byteSizeOf, type LogLeaf, type Signer, signEntry, type TransparencyLog } from '../log/index.ts';
import { AuditOutcome, writeAuditedAction } from '../platform/audit/audit.ts';
import { can, isAnonymous, ownerOf } from '../platform/auth/principal.ts';
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
import { statusKey } from './status-key.ts';

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

/** A seal, and whether the caller changes it as its owner or as an operator. */
export interface ChangeableSeal {
  seal: Seal;
  by: StatusAuthor;
}

/**
 * Changes the status of seals. Each change is a signed statement in the log and can't be undone, so that the status at any time
 * can be proven later.
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

  /** Revokes a seal. The sealed content and the time can still be proven. Revoking a revoked seal changes nothing. */
  async revoke(ctx: Context, input: EndSealInput): Promise<Seal | NotFound | InputInvalid> {
    const own = await this.#ownSeal(ctx, input);
    if (own instanceof Problem) return own;
    if (own.seal.status !== SealStatus.REVOKED) {
      await this.#change(ctx, own, { status: SealStatusKind.REVOKED, reason: input.reason });
    }
    return this.#readCurrent(ctx, own.seal);
  }

  /** Marks a seal as superseded by another one. */
  async supersede(ctx: Context, input: SupersedeSealInput): Promise<Seal | NotFound | InputInvalid | SealConflict> {
    const own = await this.#ownSeal(ctx, input);
    if (own instanceof Problem) return own;
    const { seal } = own;
    const successor = await ctx.em.findOne(Seal, input.bySealId);
    if (!successor) return new NotFound(input.bySealId);
    if (seal.supersededBy === successor.id) return seal;
    if (successor.id === seal.id)
      return new SealConflict('A seal can’t supersede itself. Pass the id of the newer seal.');
    if (successor.sealedAt < seal.sealedAt)
      return new SealConflict('The other seal is older than this one. Pass a newer seal.');
    if (isEnded(seal)) return new SealConflict(`The seal is already ${seal.status.toLowerCase()}.`);
    const change = { status: SealStatusKind.SUPERSEDED, reason: input.reason, supersededBy: successor.id };
    try {
      await this.#log.append({ ...(await this.#leafOf(ctx, own, change)), mustBeNew: true });
    } catch (error) {
      if (error instanceof AlreadyLogged) return new SealConflict('The seal has already been superseded.');
      if (!isForeignKeyViolation(error)) throw error;
    }
    return this.#readCurrent(ctx, seal);
  }

  /**
   * Finds and checks the seal that a new seal will supersede, before the new one is created.
   * @throws Refusal FORBIDDEN if the caller is neither the owner of that seal nor an operator
   */
  async replaceable(ctx: Context, input: SupersedesInput): Promise<ChangeableSeal | NotFound | SealConflict> {
    const seal = await ctx.em.findOne(Seal, input.sealId);
    if (!seal) return new NotFound(input.sealId);
    const by = authorOf(ctx, seal, input.ownerToken);
    return isEnded(seal) ? new SealConflict(`The seal is already ${seal.status.toLowerCase()}.`) : { seal, by };
  }

  /** Log entry that marks a seal as superseded. Written together with the new seal, whose statement names the superseded one. */
  async supersession(ctx: Context, earlier: ChangeableSeal, supersededBy: string): Promise<LogLeaf> {
    const reason = 'Another version was sealed.';
    const leaf = await this.#leafOf(ctx, earlier, { status: SealStatusKind.SUPERSEDED, reason, supersededBy });
    return { ...leaf, mustBeNew: true };
  }

  /**
   * Deletes the statement with its nonce, the stored text, and all other data that could reveal what the log entry is about. The
   * entry itself stays. Copies of the seal's files remain valid. Returns the seal as it was before.
   */
  async erase(ctx: Context, input: EndSealInput): Promise<Seal | NotFound | InputInvalid> {
    const own = await this.#ownSeal(ctx, input);
    if (own instanceof Problem) return own;
    await this.#change(ctx, own, { status: SealStatusKind.ERASED, reason: input.reason });
    await unpublish(ctx.em, 'sealId', own.seal.id);
    return own.seal;
  }

  /**
   * The seal, if the caller may change it: its owner with the owner token, or an operator.
   * @throws Refusal FORBIDDEN for other callers
   */
  async #ownSeal(ctx: Context, input: EndSealInput): Promise<ChangeableSeal | NotFound | InputInvalid> {
    const reason = input.reason.trim();
    if (reason === '' || reason.length > MAX_REASON_LENGTH) {
      return new InputInvalid([
        { pointer: '/reason', detail: `Enter a reason of 1 to ${MAX_REASON_LENGTH} characters.` },
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
      // A foreign key violation means that a concurrent request erased the seal; the next read shows that.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }

  /** Reads the seal again after a change. NotFound if a concurrent request has erased it. */
  async #readCurrent(ctx: Context, seal: Seal): Promise<Seal | NotFound> {
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
      actor: isAnonymous(ctx.principal) ? null : ctx.principal.actor,
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
      audit: by === StatusAuthor.OPERATOR ? auditOf(ctx, seal, status, supersededBy) : null,
    };
    return {
      // A repeated or concurrent request finds its change in the log by this key. The key is derived from the statement, whose
      // nonce is deleted when the seal is erased, so no one can link the entry to the seal afterwards.
      key: statusKey(status, seal.statement),
      body,
      alongside: { row: logged, byteSize: byteSizeOf(row), write: writeChanges },
    };
  }
}

/** Names of the mutations that change the status of a seal. */
const ACTIONS: Readonly<Record<SealStatusKind, string>> = {
  REVOKED: 'revokeSeal',
  SUPERSEDED: 'supersedeSeal',
  ERASED: 'eraseSeal',
};

/**
 * Entry of the audit trail for a change by an operator, written in the transaction of the change. Changes by owners have none, so
 * that nothing is left of a seal that its owner erases.
 */
function auditOf(
  ctx: Context,
  { id, status }: Seal,
  after: SealStatusKind,
  supersededBy: string | undefined,
): LoggedStatusChange['audit'] {
  const action = {
    action: ACTIONS[after],
    subjectIds: supersededBy ? [id, supersededBy] : [id],
    outcome: AuditOutcome.DONE,
    changes: [{ subjectId: id, field: 'status', before: status, after }],
  };
  return (run) => writeAuditedAction(run, ctx, action);
}

/** True if the seal is revoked or superseded. */
export function isEnded({ status }: Seal): boolean {
  return status === SealStatus.REVOKED || status === SealStatus.SUPERSEDED;
}

/**
 * The role in which the caller changes the seal: as its owner or as an operator. Operators always act for the issuer, even with
 * the owner token.
 * @throws Refusal for other callers without the owner token
 */
function authorOf({ principal }: Context, seal: Seal, ownerToken: string | null | undefined): StatusAuthor {
  if (can(principal, 'seals:revoke')) return StatusAuthor.OPERATOR;
  assertShowsToken(seal, ownerToken);
  return StatusAuthor.OWNER;
}

/** @throws Refusal if the token isn't the owner token of the seal */
export function assertShowsToken(seal: Seal, ownerToken: string | null | undefined): void {
  if (showsToken(seal, ownerToken)) return;
  throw new Refusal(
    'FORBIDDEN',
    'Only the owner of the seal can do this. Send the `ownerToken` that was returned with the seal.',
  );
}

/** True if the token is the owner token of the seal. */
export function showsToken({ ownerTokenHash }: Seal, ownerToken: string | null | undefined): boolean {
  if (!ownerToken || !ownerTokenHash || !hasTokenForm('imso_', ownerToken)) return false;
  return timingSafeEqual(digestOf(ownerToken), ownerTokenHash);
}
