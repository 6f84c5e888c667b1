import type { Context } from '../../platform/context.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { type KeyedDigest, keyedDigest } from '../../platform/encryption/keyed-digest.ts';
import { newId } from '../../platform/ids.ts';
import type { Accounts } from '../codes/accounts.ts';
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

/** Verifies codes of authenticator apps, and recovery codes, which replace those of a lost app. */
export class Totp {
  readonly #encryption: EnvelopeEncryption;
  readonly #digest: KeyedDigest;
  readonly #accounts: Accounts;

  constructor(encryption: EnvelopeEncryption, encryptionKey: Buffer, accounts: Accounts) {
    this.#encryption = encryption;
    this.#accounts = accounts;
    this.#digest = keyedDigest(encryptionKey, 'operator recovery codes');
  }

  /**
   * True if the operator must enter a code to sign in.
   * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
   */
  async isOn(ctx: Context, operatorId: string): Promise<boolean> {
    const account = await this.#accounts.find(ctx.em, operatorId);
    return account !== null && account.appId !== null;
  }

  /**
   * Creates a secret for an authenticator app, which replaces an unconfirmed one. Codes are required once the app is confirmed.
   * @returns null if a confirmed app exists, which must be removed first
   */
  async begin(ctx: Context, operatorId: string): Promise<Buffer | null> {
    const id = newId('operatorTotp');
    const secret = newTotpSecret();
    const encrypted = this.#encryption.encrypt(secret, id);
    return (await beginTotp(ctx.em, { id, operatorId, secret: encrypted })) ? secret : null;
  }

  /** Secret of an unconfirmed authenticator app, to show it again after a mistyped code. Null if no unconfirmed app exists. */
  async begun(ctx: Context, operatorId: string): Promise<Buffer | null> {
    const row = await findTotp(ctx.em, operatorId);
    return row && !row.isConfirmed ? this.#encryption.decrypt(row.secret, row.id) : null;
  }

  /**
   * Confirms the authenticator app by a correct code. Codes are required from now on.
   * @returns the recovery codes, which are shown only once; null for a wrong code, or without an unconfirmed app
   */
  async confirm(ctx: Context, operatorId: string, code: string): Promise<string[] | null> {
    const row = await findTotp(ctx.em, operatorId);
    const step = row && !row.isConfirmed ? this.#stepOf(row, code, ctx) : null;
    if (!row || step === null) return null;
    return ctx.transactional(async (inner) => {
      const account = await this.#accounts.lock(inner.em, operatorId);
      const isConfirmed = account !== null && (await confirmTotp(inner.em, { id: row.id, operatorId, step }));
      if (!isConfirmed) return null;
      await this.#accounts.storeCode(inner.em, { ...account, appId: row.id });
      return this.#replaceCodes(inner, operatorId);
    });
  }

  /**
   * Replaces all recovery codes of an operator.
   * @returns null if the operator has no confirmed authenticator app
   */
  renewCodes(ctx: Context, operatorId: string): Promise<string[] | null> {
    return ctx.transactional(async (inner) =>
      (await lockConfirmedTotp(inner.em, operatorId)) ? this.#replaceCodes(inner, operatorId) : null,
    );
  }

  /**
   * Verifies a code of the authenticator app or a recovery code, and marks it as used. If it is used twice concurrently, only one
   * use succeeds.
   */
  async takes(ctx: Context, operatorId: string, written: string): Promise<boolean> {
    const account = await this.#accounts.find(ctx.em, operatorId);
    const recovery = recoveryCodeIn(written);
    if (recovery) return takeRecoveryCode(ctx.em, operatorId, this.#digestOf(operatorId, recovery));
    const row = await findTotp(ctx.em, operatorId);
    const isOwn = row !== null && row.id === account?.appId;
    const step = isOwn ? this.#stepOf(row, written, ctx) : null;
    if (!row || step === null) return false;
    return takeTotpStep(ctx.em, row.id, step);
  }

  /** Number of unused recovery codes of an operator. */
  codesLeft(ctx: Context, operatorId: string): Promise<number> {
    return countRecoveryCodes(ctx.em, operatorId);
  }

  /**
   * Removes the authenticator app of an operator and the recovery codes.
   * @returns false if no app exists
   */
  remove(ctx: Context, operatorId: string): Promise<boolean> {
    return ctx.transactional(async ({ em }) => {
      const account = await this.#accounts.lock(em, operatorId);
      await deleteRecoveryCodes(em, operatorId);
      const isRemoved = await deleteTotp(em, operatorId);
      if (account) await this.#accounts.storeCode(em, { ...account, appId: null });
      return isRemoved;
    });
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
