import type { OperatorRole } from '../../src/operators/operator.entity.ts';
import { newSessionToken, SessionCookie, sessionDigest } from '../../src/operators/session-cookie.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Api } from './api.ts';

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
  /** When this person has last shown that it is still they; left out: now. Null: never. */
  confirmedAt?: Date | null;
}

/** A new person, signed in. Written as rows: no password is hashed for it. */
export async function signedIn(
  api: Api,
  { roles, name = 'Vera Brandt', ...options }: SignedInOptions,
): Promise<SignedIn> {
  const operatorId = newId('operator');
  const email = `${operatorId}@example.org`;
  await api.database.query(
    `insert into operator (id, name, email, roles, created_by) values ($1, $2, $3, $4, 'test')`,
    [operatorId, name, email, [...roles]],
  );
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
  const as = { cookie: `${cookie.name}=${cookie.valueOf(token)}`, origin: new URL(publicUrl).origin };
  return { as, sessionId };
}
