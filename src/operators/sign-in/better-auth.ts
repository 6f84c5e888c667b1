import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { BetterAuthOptions as LibraryOptions } from 'better-auth';
import { betterAuth } from 'better-auth/minimal';
import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { type IdKind, newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { findOperator } from '../operator.sql.ts';
import { SESSION_LIFETIME_SECONDS, type SessionCookie } from '../session-cookie.ts';
import { ADDRESS_HEADER, verifiedHash } from './better-auth-parts.ts';
import type { PasswordHashes } from './password-hash.ts';
import { withDigests } from './session-digests.ts';

/** As long as the column. */
const MAX_USER_AGENT_LENGTH = 512;

const KINDS: Readonly<Record<string, IdKind>> = {
  user: 'operator',
  session: 'operatorSession',
  account: 'operatorAccount',
  verification: 'operatorVerification',
};

export interface BetterAuthOptions {
  clock: Clock;
  database: Database;
  logger: Logger;
  publicUrl: string;
  cookie: SessionCookie;
  hashes: PasswordHashes;
}

/**
 * Better Auth on our tables. It writes: sessions, accounts, what is remembered between two steps. Who is signed in is read by
 * `KnownSessions`, and none of its own paths is served.
 */
export function createBetterAuth({ clock, database, logger, publicUrl, cookie, hashes }: BetterAuthOptions) {
  const kysely = database.orm.em.fork().getKysely() as unknown as Kysely<Record<string, never>>;
  const attributes = { secure: cookie.isSecure, httpOnly: true, sameSite: 'lax', path: '/' } as const;
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    appName: 'Imprimatur',
    baseURL: publicUrl,
    basePath: '/admin/auth',
    secret: cookie.secret,
    telemetry: { enabled: false },
    // What it logs beside its sentences may hold what nobody may read.
    logger: { log: (level, message) => logger[level]({ by: 'better-auth' }, message) },
    // Ours count deeds, and know who is behind a proxy.
    rateLimit: { enabled: false },
    database: (options: LibraryOptions) =>
      withDigests(kyselyAdapter(kysely as never, { type: 'postgres', transaction: true })(options)),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: (password) => hashes.hash(password),
        verify: ({ hash, password }) => {
          const verified = verifiedHash.getStore();
          if (verified) verified.hash = hash;
          return hashes.verify(hash, password);
        },
      },
    },
    user: { modelName: 'operator', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'operator_session',
      fields: {
        userId: 'operator_id',
        token: 'token_digest',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        expiresAt: 'expires_at',
        ...times,
      },
      additionalFields: { confirmedAt: { type: 'date', required: false, input: false, fieldName: 'confirmed_at' } },
      expiresIn: SESSION_LIFETIME_SECONDS,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'operator_account',
      fields: { userId: 'operator_id', accountId: 'account_id', providerId: 'provider_id', ...times },
    },
    verification: { modelName: 'operator_verification', fields: { expiresAt: 'expires_at', ...times } },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const operator = await findOperator(database, session.userId);
            if (!operator || operator.isDisabled) return false;
            // Who signs in has shown who it is.
            return {
              data: {
                ...session,
                userAgent: session.userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
                confirmedAt: clock.now(),
              },
            };
          },
        },
      },
    },
    advanced: {
      cookiePrefix: `${cookie.isSecure ? '__Host-' : ''}imprimatur`,
      // Else it would put `__Secure-` in front of ours.
      useSecureCookies: false,
      cookies: { session_token: { name: cookie.name, attributes } },
      defaultCookieAttributes: attributes,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: ({ model }) => newId(KINDS[model]!), validateSchema: false },
    },
  });
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;
