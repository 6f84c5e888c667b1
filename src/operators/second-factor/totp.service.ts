import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { type KeyedDigest, keyedDigest } from '../../platform/encryption/keyed-digest.ts';
import { newId } from '../../platform/ids.ts';
import { newRecoveryCodes, recoveryCodeIn } from './recovery-codes.ts';
import { matchingStep, newTotpSecret, plainCode } from './totp.ts';

interface TotpRow {
  id: string;
  secret: Buffer;
  isConfirmed: boolean;
}

/** Codes of an app, asked for after the password, and what stands in for a lost one. */
export class Totp {
  readonly #encryption: EnvelopeEncryption;
  readonly #digest: KeyedDigest;

  constructor(encryption: EnvelopeEncryption, encryptionKey: Buffer) {
    this.#encryption = encryption;
    this.#digest = keyedDigest(encryptionKey, 'operator recovery codes');
  }

  /** Whether a code is asked for when this person signs in. */
  async isOn(ctx: Context, operatorId: string): Promise<boolean> {
    return (await rowOf(ctx, operatorId))?.isConfirmed ?? false;
  }

  /**
   * A secret for the app of this person; not asked for before the app has shown that it has it. Whoever begins again gets a
   * new one. @returns null when there is an app already: that has to go first
   */
  async begin(ctx: Context, operatorId: string): Promise<Buffer | null> {
    const id = newId('operatorTotp');
    const secret = newTotpSecret();
    const rows = await sql(
      ctx.em,
      `insert into operator_totp as kept (id, operator_id, secret) values ($1, $2, $3)
       on conflict (operator_id) do update set id = excluded.id, secret = excluded.secret, created_at = current_timestamp(3)
       where kept.confirmed_at is null returning true`,
      [id, operatorId, this.#encryption.encrypt(secret, id)],
    );
    return rows.length > 0 ? secret : null;
  }

  /** The secret of an app that has not shown yet that it has it, to be shown once more after a mistyped code. */
  async begun(ctx: Context, operatorId: string): Promise<Buffer | null> {
    const row = await rowOf(ctx, operatorId);
    return row && !row.isConfirmed ? this.#encryption.decrypt(row.secret, row.id) : null;
  }

  /** The app has shown a right code: it is asked for from now on. @returns the recovery codes, told once; null for a wrong one */
  async confirm(ctx: Context, operatorId: string, code: string): Promise<string[] | null> {
    const row = await rowOf(ctx, operatorId);
    const step = row && !row.isConfirmed ? this.#stepOf(row, code, ctx) : null;
    if (!row || step === null) return null;
    return ctx.transactional(async (inner) => {
      const confirmed = await sql(
        inner.em,
        `update operator_totp set confirmed_at = current_timestamp(3), last_step = $3
         where id = $1 and operator_id = $2 and confirmed_at is null returning true`,
        [row.id, operatorId, step],
      );
      return confirmed.length > 0 ? this.#replaceCodes(inner, operatorId) : null;
    });
  }

  /** Takes the place of all earlier recovery codes. @returns null where no code is asked for, so that none stands in for one */
  renewCodes(ctx: Context, operatorId: string): Promise<string[] | null> {
    return ctx.transactional(async (inner) => {
      const rows = await sql(
        inner.em,
        'select 1 from operator_totp where operator_id = $1 and confirmed_at is not null for update',
        [operatorId],
      );
      return rows.length > 0 ? this.#replaceCodes(inner, operatorId) : null;
    });
  }

  /**
   * Whether it is a code of this person's app now, or a recovery code. Either is used up by it: of two who show the same one at
   * the same moment, one is let in.
   */
  async takes(ctx: Context, operatorId: string, written: string): Promise<boolean> {
    const recovery = recoveryCodeIn(written);
    if (recovery) return this.#spendRecovery(ctx, operatorId, recovery);
    const row = await rowOf(ctx, operatorId);
    const step = row?.isConfirmed ? this.#stepOf(row, written, ctx) : null;
    if (!row || step === null) return false;
    const used = await sql(
      ctx.em,
      `update operator_totp set last_step = $2
       where id = $1 and confirmed_at is not null and (last_step is null or last_step < $2) returning true`,
      [row.id, step],
    );
    return used.length > 0;
  }

  /** How many recovery codes are left. */
  async codesLeft(ctx: Context, operatorId: string): Promise<number> {
    const [row] = await sql<{ count: number }>(
      ctx.em,
      'select count(*)::int as count from operator_recovery_code where operator_id = $1',
      [operatorId],
    );
    return row!.count;
  }

  /** No code is asked for any more. @returns false when none was */
  async remove(ctx: Context, operatorId: string): Promise<boolean> {
    await sql(ctx.em, 'delete from operator_recovery_code where operator_id = $1', [operatorId]);
    const gone = await sql(ctx.em, 'delete from operator_totp where operator_id = $1 returning true', [operatorId]);
    return gone.length > 0;
  }

  async #spendRecovery(ctx: Context, operatorId: string, code: string): Promise<boolean> {
    const spent = await sql(
      ctx.em,
      'delete from operator_recovery_code where digest = $1 and operator_id = $2 returning true',
      [this.#digestOf(operatorId, code), operatorId],
    );
    return spent.length > 0;
  }

  async #replaceCodes({ em }: Context, operatorId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await sql(em, 'delete from operator_recovery_code where operator_id = $1', [operatorId]);
    await sql(em, 'insert into operator_recovery_code (digest, operator_id) select unnest($1::bytea[]), $2', [
      codes.map((code) => this.#digestOf(operatorId, recoveryCodeIn(code)!)),
      operatorId,
    ]);
    return codes;
  }

  #digestOf(operatorId: string, code: string): Buffer {
    return this.#digest(`${operatorId} ${code}`);
  }

  #stepOf({ id, secret }: TotpRow, written: string, { clock }: Context): number | null {
    return matchingStep(this.#encryption.decrypt(secret, id), plainCode(written), clock.now());
  }
}

async function rowOf({ em }: Context, operatorId: string): Promise<TotpRow | null> {
  const [row] = await sql<TotpRow>(
    em,
    `select id, secret, confirmed_at is not null as "isConfirmed" from operator_totp where operator_id = $1`,
    [operatorId],
  );
  return row ?? null;
}
