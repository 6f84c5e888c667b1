import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Accounts } from '../codes/accounts.ts';
import type { EncryptedStates } from '../encrypted-states.ts';
import {
  deletePasskey,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  type PasskeyRow,
  type PasskeySummary,
  readCredentialIds,
  readPasskeys,
  recordPasskeyUse,
  renamePasskey,
} from './passkey.sql.ts';
import { type PasskeyAssertion, verifyAssertion } from './passkey-assertion.ts';

/** Maximum number of passkeys of an operator, enough for the devices of one person. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 80;
/**
 * Maximum size of a browser’s passkey response. Usual responses have one or two kilobytes, and some more with certificates of the
 * passkey’s maker.
 */
export const MAX_RESPONSE_BYTES = 16_000;

const text = z.string().max(MAX_RESPONSE_BYTES);
const Transports = z
  .array(z.string().regex(/^[\x20-\x7e]{1,32}$/))
  .max(10)
  .optional();
/** Credential id as base64url. */
const credentialId = z
  .string()
  .max(1_400)
  .regex(/^[\w-]+$/);
/** Members of a passkey response that this code checks. The library checks the others. */
const Shape = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: text }).catchall(z.unknown()),
});
const Registration = Shape.extend({
  response: z.object({ clientDataJSON: text, attestationObject: text, transports: Transports }),
});
const Assertion = Shape.extend({
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(200).nullish(),
  }),
});

/** Purpose of a passkey challenge. A challenge for one purpose isn’t valid for another. */
export type ChallengePurpose =
  | { for: 'SIGN_IN' }
  | { for: 'CONFIRM'; sessionId: string }
  | { for: 'ADD'; operatorId: string };

interface PasskeyOwner {
  id: string;
  name: string;
  email: string;
}

/** Why a passkey was refused. For the server log: the page shows one text for all reasons. */
export type PasskeyFailure = 'MALFORMED' | 'CHALLENGE' | 'UNKNOWN' | 'REFUSED' | 'COUNTER' | 'REPLAYED';

/** Adds, verifies, renames and removes passkeys. */
export class Passkeys {
  readonly #challenges: EncryptedStates<ChallengePurpose>;
  readonly #accounts: Accounts;
  readonly #origin: string;
  readonly #host: string;

  constructor(challenges: EncryptedStates<ChallengePurpose>, accounts: Accounts, publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#accounts = accounts;
    this.#challenges = challenges;
    this.#origin = origin;
    this.#host = hostname;
  }

  /** True if browsers allow passkeys at the service’s address, which must be a host name with TLS, or localhost. */
  get isPossible(): boolean {
    const { protocol } = new URL(this.#origin);
    return this.#host === 'localhost' || (protocol === 'https:' && isIP(this.#host.replace(/^\[|\]$/g, '')) === 0);
  }

  /** Options for the browser to create a passkey. */
  async optionsToAdd(ctx: Context, { id, name, email }: PasskeyOwner): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = await readCredentialIds(ctx.em, id, MAX_PASSKEYS);
    return generateRegistrationOptions({
      rpName: 'Imprimatur',
      rpID: this.#host,
      userID: new Uint8Array(Buffer.from(id)),
      userName: email,
      userDisplayName: name,
      challenge: this.#challengeFor({ for: 'ADD', operatorId: id }),
      attestationType: 'none',
      excludeCredentials: known.map((credentialId) => ({ id: credentialId })),
      // The passkey must be discoverable and verify its user, so that it works without a user name and counts as both factors.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /**
   * Options for the browser to use a passkey. For a sign-in they list no passkeys, so that accounts aren’t revealed; the browser
   * offers those that it has.
   */
  async optionsToShow(
    ctx: Context,
    occasion: ChallengePurpose,
    operatorId?: string,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const known = operatorId === undefined ? [] : await readCredentialIds(ctx.em, operatorId, MAX_PASSKEYS);
    return generateAuthenticationOptions({
      rpID: this.#host,
      challenge: this.#challengeFor(occasion),
      allowCredentials: known.map((id) => ({ id })),
      userVerification: 'required',
    });
  }

  /** Verifies a new passkey and stores it for this operator. Returns its id, or why it was refused. */
  async add(
    ctx: Context,
    operatorId: string,
    name: string,
    sent: string,
  ): Promise<PasskeySummary['id'] | PasskeyFailure> {
    const response = parsed(Registration, sent);
    if (!response) return 'MALFORMED';
    const challenge = this.#challengeIn(response.response.clientDataJSON);
    const occasion = challenge?.content;
    if (!challenge || occasion?.for !== 'ADD' || occasion.operatorId !== operatorId) return 'CHALLENGE';
    const verified = await verifyRegistrationResponse({
      response: { clientExtensionResults: {}, ...response } as RegistrationResponseJSON,
      expectedChallenge: challenge.shown,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return 'REFUSED';
    if (!(await challenge.markUsed())) return 'REPLAYED';
    const { credential, credentialBackedUp } = verified.registrationInfo;
    const id = newId('operatorPasskey');
    const publicKey = Buffer.from(credential.publicKey);
    const passkey = {
      id,
      operatorId,
      credentialId: credential.id,
      publicKey,
      counter: credential.counter,
      transports: response.response.transports ?? [],
      name,
      isBackedUp: credentialBackedUp,
    };
    return ctx.transactional(async ({ em }) => {
      const account = await this.#accounts.lock(em, operatorId);
      if (!account || !(await insertPasskey(em, passkey, MAX_PASSKEYS))) return 'REFUSED';
      const added = { credentialId: credential.id, publicKey: publicKey.toString('hex') };
      await this.#accounts.storeCode(em, { ...account, passkeys: [...account.passkeys, added] });
      return id;
    });
  }

  /**
   * Verifies the response of a passkey and finds the operator who owns it.
   * @param occasion expected purpose; a challenge for another purpose or session is refused
   * @throws Refusal ACCOUNT_NOT_PROVEN if the owner was changed outside of the service
   */
  async verifiedOwner(
    ctx: Context,
    occasion: ChallengePurpose,
    sent: string,
  ): Promise<{ operatorId: string } | PasskeyFailure> {
    const response = parsed(Assertion, sent);
    if (!response) return 'MALFORMED';
    const challenge = this.#challengeIn(response.response.clientDataJSON);
    if (!challenge || !isSame(challenge.content, occasion)) return 'CHALLENGE';
    const row = await this.#find(ctx, response.id);
    if (!row) return 'UNKNOWN';
    const used = await this.#use(ctx, row, response.response, challenge.shown, challenge.markUsed);
    return typeof used === 'string' ? used : { operatorId: row.operatorId };
  }

  /**
   * Options for the browser to sign a challenge with a passkey of this operator. Null if the operator has no passkey, or browsers
   * don’t allow any at the service’s address.
   */
  async optionsToSign(
    { em }: Context,
    operatorId: string,
    { challenge, timeoutMs }: { challenge: Uint8Array<ArrayBuffer>; timeoutMs: number },
  ): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
    const known = this.isPossible ? await readCredentialIds(em, operatorId, MAX_PASSKEYS) : [];
    if (known.length === 0) return null;
    return generateAuthenticationOptions({
      rpID: this.#host,
      challenge,
      allowCredentials: known.map((id) => ({ id })),
      userVerification: 'required',
      timeout: timeoutMs,
    });
  }

  /**
   * Verifies that a passkey of this operator signed the challenge, and records its use.
   * @param challenge base64url
   * @param sent the browser’s response as JSON
   * @param markUsed marks the challenge as used; false if it was used before
   */
  async verifySignature(
    ctx: Context,
    operatorId: string,
    { challenge, sent, markUsed }: { challenge: string; sent: string; markUsed: () => Promise<boolean> },
  ): Promise<PasskeyAssertion | PasskeyFailure> {
    const response = parsed(Assertion, sent);
    if (!response) return 'MALFORMED';
    const row = await this.#find(ctx, response.id);
    if (row?.operatorId !== operatorId) return 'UNKNOWN';
    return this.#use(ctx, row, response.response, challenge, markUsed);
  }

  /** Finds a passkey that the service has stored for its operator. Null otherwise. @throws as `#isOwned` */
  async #find(ctx: Context, credentialId: string): Promise<PasskeyRow | null> {
    const row = await findPasskey(ctx.em, credentialId);
    return row && (await this.#isOwned(ctx, row)) ? row : null;
  }

  async #use(
    { em }: Context,
    { id, credentialId, publicKey, counter: counted }: PasskeyRow,
    { authenticatorData, clientDataJSON, signature }: z.infer<typeof Assertion>['response'],
    challenge: string,
    markUsed: () => Promise<boolean>,
  ): Promise<PasskeyAssertion | PasskeyFailure> {
    const assertion = {
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      origin: this.#origin,
      authenticatorData,
      clientDataJSON,
      signature,
    };
    const verified = await verifyAssertion(assertion, challenge);
    if (!verified) return 'REFUSED';
    if (verified.counter === 0 && Number(counted) > 0) return 'COUNTER';
    if (!(await markUsed())) return 'REPLAYED';
    return (await recordPasskeyUse(em, id, verified.counter)) ? assertion : 'COUNTER';
  }

  /**
   * True if the service has stored this passkey for this operator.
   * @throws Refusal ACCOUNT_NOT_PROVEN if the operator was changed outside of the service
   */
  async #isOwned({ em }: Context, { operatorId, credentialId, publicKey }: PasskeyRow): Promise<boolean> {
    const account = await this.#accounts.find(em, operatorId);
    const key = publicKey.toString('hex');
    return account?.passkeys.some((own) => own.credentialId === credentialId && own.publicKey === key) ?? false;
  }

  of({ em }: Context, operatorId: string): Promise<PasskeySummary[]> {
    return readPasskeys(em, operatorId, MAX_PASSKEYS);
  }

  /** @returns false if the passkey belongs to another operator or is unknown */
  rename({ em }: Context, operatorId: string, id: string, name: string): Promise<boolean> {
    return renamePasskey(em, { id, operatorId, name });
  }

  /** @returns false if the passkey belongs to another operator or is unknown */
  remove(ctx: Context, operatorId: string, id: string): Promise<boolean> {
    return ctx.transactional(async ({ em }) => {
      const account = await this.#accounts.lock(em, operatorId);
      const removedId = account && (await deletePasskey(em, { id, operatorId }));
      if (!account || removedId === null) return false;
      const passkeys = account.passkeys.filter(({ credentialId }) => credentialId !== removedId);
      await this.#accounts.storeCode(em, { ...account, passkeys });
      return true;
    });
  }

  removeAll(ctx: Context, operatorId: string): Promise<number> {
    return ctx.transactional(async ({ em }) => {
      const account = await this.#accounts.lock(em, operatorId);
      const count = await deletePasskeys(em, operatorId);
      if (account) await this.#accounts.storeCode(em, { ...account, passkeys: [] });
      return count;
    });
  }

  #challengeFor(occasion: ChallengePurpose): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.from(this.#challenges.issue(occasion), 'base64url'));
  }

  #challengeIn(clientDataJSON: string) {
    const shown = challengeIn(clientDataJSON);
    const carried = this.#challenges.take(shown);
    return shown !== null && carried ? { ...carried, shown } : null;
  }
}

function parsed<Shown>(shape: z.ZodType<Shown>, sent: string): Shown | null {
  if (sent.length > MAX_RESPONSE_BYTES) return null;
  try {
    return shape.safeParse(JSON.parse(sent)).data ?? null;
  } catch {
    return null;
  }
}

/** Challenge that the browser reports. It is only proven later, by the signature. */
function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

function isSame(given: ChallengePurpose, wanted: ChallengePurpose): boolean {
  if (given.for === 'CONFIRM' && wanted.for === 'CONFIRM') return given.sessionId === wanted.sessionId;
  return given.for === 'SIGN_IN' && wanted.for === 'SIGN_IN';
}
