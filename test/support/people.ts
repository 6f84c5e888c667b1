import type { OperatorRole } from '../../src/operators/operator.entity.ts';
import { newSessionToken, SessionCookie, sessionDigest } from '../../src/operators/session-cookie.ts';
import { PasswordHashes } from '../../src/operators/sign-in/password-hash.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Api } from './api.ts';
import { codeRow } from './operator-codes.ts';

export interface SignedIn {
  /** For requests that this person sends from a page of ours. */
  as: { cookie: string; origin: string };
  operatorId: string;
  /** As it stands in rows. */
  actor: string;
  sessionId: string;
  email: string;
}

export interface SignedInOptions {
  roles: readonly OperatorRole[];
  name?: string;
  /** Left out: one of its own. */
  email?: string;
  /** When this person has last shown that it is still they; left out: now. Null: never. */
  confirmedAt?: Date | null;
}

/** A new person, signed in. Written as rows: no password is hashed for it. */
export async function signedIn(
  api: Api,
  { roles, name = 'Vera Brandt', ...options }: SignedInOptions,
): Promise<SignedIn> {
  const operatorId = newId('operator');
  const email = options.email ?? `${operatorId}@example.org`;
  await api.database.query(
    `insert into operator (id, name, email, roles, created_by) values ($1, $2, $3, $4, 'test')`,
    [operatorId, name, email, [...roles]],
  );
  await codeRow(api, 'operator', operatorId);
  const { confirmedAt = new Date() } = options;
  return { ...(await sessionOf(api, operatorId, confirmedAt)), operatorId, actor: `operator:${operatorId}`, email };
}

/** Another session of somebody, as from another browser. */
export async function sessionOf(
  api: Api,
  operatorId: string,
  confirmedAt: Date | null = new Date(),
): Promise<Pick<SignedIn, 'as' | 'sessionId'>> {
  const { config, publicUrl } = api.services.platform;
  const cookie = new SessionCookie(config.encryptionKey, publicUrl);
  const token = newSessionToken();
  const sessionId = newId('operatorSession');
  await api.database.query(
    `insert into operator_session (id, operator_id, token_digest, confirmed_at, ip_address, user_agent, expires_at)
     values ($1, $2, $3, $4, '127.0.0.1', 'test', now() + interval '1 day')`,
    [sessionId, operatorId, sessionDigest(token), confirmedAt],
  );
  await codeRow(api, 'operator_session', sessionId);
  const as = { cookie: `${cookie.name}=${cookie.valueOf(token)}`, origin: new URL(publicUrl).origin };
  return { as, sessionId };
}

/** Gives somebody a password, hashed so that next to no time goes into it. */
export async function withPassword(api: Api, operatorId: string, password: string): Promise<void> {
  const hash = await new PasswordHashes({ memoryKibibytes: 8, passes: 1 }).hash(password);
  await api.database.query(
    `insert into operator_account (id, operator_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
    [newId('operatorAccount'), operatorId, hash],
  );
  await codeRow(api, 'operator', operatorId);
}

/** Gives somebody a passkey that no device has. */
export async function withPasskey(api: Api, operatorId: string): Promise<void> {
  const id = newId('operatorPasskey');
  await api.database.query(
    `insert into operator_passkey (id, operator_id, credential_id, public_key, counter, transports, name, is_backed_up)
     values ($1, $2, $3, '', 0, '{}', 'Key', false)`,
    [id, operatorId, id],
  );
  await codeRow(api, 'operator', operatorId);
}

/** Posts a form as a page of ours would. */
export function postForm(
  api: Api,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return api.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: new URL(api.services.platform.publicUrl).origin, ...headers },
  });
}

/** What a browser sends after an answer that sets cookies. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');
}
