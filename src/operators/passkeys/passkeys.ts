import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { EncryptedStates } from '../encrypted-states.ts';
import {
  deletePasskey,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  type PasskeySummary,
  readCredentialIds,
  readPasskeys,
  recordPasskeyUse,
  renamePasskey,
} from './passkey.sql.ts';

/** A person has a few devices. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 80;
/** What a browser sends of one is a kilobyte or two, with the certificates of its maker some more. */
export const MAX_RESPONSE_BYTES = 16_000;

const text = z.string().max(MAX_RESPONSE_BYTES);
const Transports = z
  .array(z.string().regex(/^[\x20-\x7e]{1,32}$/))
  .max(10)
  .optional();
/** A credential's id, as the browser writes it: base64url. */
const credentialId = z
  .string()
  .max(1_400)
  .regex(/^[\w-]+$/);
/** What is looked at of it here. All else is for the library, which checks what it is given. */
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

/** For what somebody is asked to show a passkey. A challenge of one is none of another. */
export type ChallengePurpose =
  | { for: 'SIGN_IN' }
  | { for: 'CONFIRM'; sessionId: string }
  | { for: 'ADD'; operatorId: string };

interface PasskeyOwner {
  id: string;
  name: string;
  email: string;
}

/** Why a passkey was not taken. For the log; who showed it is told one sentence for all of them. */
export type PasskeyFailure = 'MALFORMED' | 'CHALLENGE' | 'UNKNOWN' | 'REFUSED' | 'COUNTER' | 'REPLAYED';

/** Keys in the devices of people: added, shown, removed. */
export class Passkeys {
  readonly #challenges: EncryptedStates<ChallengePurpose>;
  readonly #origin: string;
  readonly #host: string;

  constructor(challenges: EncryptedStates<ChallengePurpose>, publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#challenges = challenges;
    this.#origin = origin;
    this.#host = hostname;
  }

  /** Whether browsers take passkeys at the address of this service: by name, and where nobody can listen. */
  get isPossible(): boolean {
    const { protocol } = new URL(this.#origin);
    return this.#host === 'localhost' || (protocol === 'https:' && isIP(this.#host.replace(/^\[|\]$/g, '')) === 0);
  }

  /** What a browser needs to make one. */
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
      // It is found by itself when somebody signs in, and asks for a finger or a code: it is both factors at once.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** What a browser needs to show one. Whose they are is not told to who signs in: it finds its own. */
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

  /** Keeps a new one for this person. */
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
    if (!(await challenge.spend())) return 'REPLAYED';
    const { credential, credentialBackedUp } = verified.registrationInfo;
    const id = newId('operatorPasskey');
    const isAdded = await insertPasskey(
      ctx.em,
      {
        id,
        operatorId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports ?? [],
        name,
        isBackedUp: credentialBackedUp,
      },
      MAX_PASSKEYS,
    );
    return isAdded ? id : 'REFUSED';
  }

  /**
   * Whose passkey it is.
   * @param occasion what it has to be shown for; a challenge that was given for another, or in another session, is none
   */
  async shownBy(
    ctx: Context,
    occasion: ChallengePurpose,
    sent: string,
  ): Promise<{ operatorId: string } | PasskeyFailure> {
    const response = parsed(Assertion, sent);
    if (!response) return 'MALFORMED';
    const challenge = this.#challengeIn(response.response.clientDataJSON);
    if (!challenge || !isSame(challenge.content, occasion)) return 'CHALLENGE';
    const row = await findPasskey(ctx.em, response.id);
    if (!row) return 'UNKNOWN';
    const counter = Number(row.counter);
    const verified = await verifyAuthenticationResponse({
      response: { clientExtensionResults: {}, ...response } as AuthenticationResponseJSON,
      expectedChallenge: challenge.shown,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      // The counter is compared below, by the statement that writes it: of two copies at one moment, one is seen.
      credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: 0 },
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return 'REFUSED';
    const { newCounter } = verified.authenticationInfo;
    if (newCounter === 0 && counter > 0) return 'COUNTER';
    if (!(await challenge.spend())) return 'REPLAYED';
    const isUsed = await recordPasskeyUse(ctx.em, row.id, newCounter);
    return isUsed ? { operatorId: row.operatorId } : 'COUNTER';
  }

  of({ em }: Context, operatorId: string): Promise<PasskeySummary[]> {
    return readPasskeys(em, operatorId, MAX_PASSKEYS);
  }

  /** @returns false for one that is not this person's */
  rename({ em }: Context, operatorId: string, id: string, name: string): Promise<boolean> {
    return renamePasskey(em, { id, operatorId, name });
  }

  /** @returns false for one that is not this person's */
  remove({ em }: Context, operatorId: string, id: string): Promise<boolean> {
    return deletePasskey(em, { id, operatorId });
  }

  removeAll({ em }: Context, operatorId: string): Promise<number> {
    return deletePasskeys(em, operatorId);
  }

  #challengeFor(occasion: ChallengePurpose): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.from(this.#challenges.give(occasion), 'base64url'));
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

/** What the browser says it was asked; whether that is so, the signature tells. */
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
