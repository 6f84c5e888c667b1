import type { Context } from '../../platform/context.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { type KeyedDigest, keyedDigest } from '../../platform/encryption/keyed-digest.ts';
import { newId } from '../../platform/ids.ts';
import { newRecoveryCodes, recoveryCodeIn } from './recovery-codes.ts';
import {
  beginTotp,
  confirmTotp,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  insertRecoveryCodes,
  lockConfirmedTotp,
  type TotpRow,
  takeRecoveryCode,
  takeTotpStep,
} from './second-factor.sql.ts';
import { matchingStep, newTotpSecret, plainCode } from './totp.ts';

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
    return (await findTotp(ctx.em, operatorId))?.isConfirmed ?? false;
  }

  /**
   * A secret for the app of this person; not asked for before the app has shown that it has it. Whoever begins again gets a
   * new one. @returns null when there is an app already: that has to go first
   */
  async begin(ctx: Context, operatorId: string): Promise<Buffer | null> {
    const id = newId('operatorTotp');
    const secret = newTotpSecret();
    const encrypted = this.#encryption.encrypt(secret, id);
    return (await beginTotp(ctx.em, { id, operatorId, secret: encrypted })) ? secret : null;
  }

  /** The secret of an app that has not shown yet that it has it, to be shown once more after a mistyped code. */
  async begun(ctx: Context, operatorId: string): Promise<Buffer | null> {
    const row = await findTotp(ctx.em, operatorId);
    return row && !row.isConfirmed ? this.#encryption.decrypt(row.secret, row.id) : null;
  }

  /** The app has shown a right code: it is asked for from now on. @returns the recovery codes, told once; null for a wrong one */
  async confirm(ctx: Context, operatorId: string, code: string): Promise<string[] | null> {
    const row = await findTotp(ctx.em, operatorId);
    const step = row && !row.isConfirmed ? this.#stepOf(row, code, ctx) : null;
    if (!row || step === null) return null;
    return ctx.transactional(async (inner) => {
      const isConfirmed = await confirmTotp(inner.em, { id: row.id, operatorId, step });
      return isConfirmed ? this.#replaceCodes(inner, operatorId) : null;
    });
  }

  /** Takes the place of all earlier recovery codes. @returns null where no code is asked for, so that none stands in for one */
  renewCodes(ctx: Context, operatorId: string): Promise<string[] | null> {
    return ctx.transactional(async (inner) =>
      (await lockConfirmedTotp(inner.em, operatorId)) ? this.#replaceCodes(inner, operatorId) : null,
    );
  }

  /**
   * Whether it is a code of this person's app now, or a recovery code. Either is used up by it: of two who show the same one at
   * the same moment, one is let in.
   */
  async takes(ctx: Context, operatorId: string, written: string): Promise<boolean> {
    const recovery = recoveryCodeIn(written);
    if (recovery) return takeRecoveryCode(ctx.em, operatorId, this.#digestOf(operatorId, recovery));
    const row = await findTotp(ctx.em, operatorId);
    const step = row?.isConfirmed ? this.#stepOf(row, written, ctx) : null;
    if (!row || step === null) return false;
    return takeTotpStep(ctx.em, row.id, step);
  }

  /** How many recovery codes are left. */
  codesLeft(ctx: Context, operatorId: string): Promise<number> {
    return countRecoveryCodes(ctx.em, operatorId);
  }

  /** No code is asked for any more. @returns false when none was */
  async remove(ctx: Context, operatorId: string): Promise<boolean> {
    await deleteRecoveryCodes(ctx.em, operatorId);
    return deleteTotp(ctx.em, operatorId);
  }

  async #replaceCodes({ em }: Context, operatorId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    const digests = codes.map((code) => this.#digestOf(operatorId, recoveryCodeIn(code)!));
    await deleteRecoveryCodes(em, operatorId);
    await insertRecoveryCodes(em, operatorId, digests);
    return codes;
  }

  #digestOf(operatorId: string, code: string): Buffer {
    return this.#digest(`${operatorId} ${code}`);
  }

  #stepOf({ id, secret }: TotpRow, written: string, { clock }: Context): number | null {
    return matchingStep(this.#encryption.decrypt(secret, id), plainCode(written), clock.now());
  }
}
