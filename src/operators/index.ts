import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { operator, type Principal } from '../platform/auth/principal.ts';
import { configFragment, optional } from '../platform/config.ts';
import { digestOf, secretFile } from '../platform/secrets.ts';
import { fits } from '../platform/settings.ts';
import type { SettingsApi } from '../settings/index.ts';
import { mayBootstrapDecideNow } from './bootstrap.ts';
import { invitationDays } from './invitations/invitation.settings.ts';
import { OperatorInvitation } from './invitations/operator-invitation.entity.ts';
import { findOperator, type KnownOperator, operatorsWho } from './known-operators.ts';
import { KnownSessions } from './known-sessions.ts';
import { mayPersonDecideNow } from './may-decide-now.ts';
import { oidcOf, oidcVariables } from './oidc/oidc.config.ts';
import { Operator } from './operator.entity.ts';
import { CHANGES_SESSIONS } from './operator.events.ts';
import { OperatorLink } from './operator-link.entity.ts';
import { operatorsNames } from './operators.names.ts';
import { OperatorPasskey } from './passkeys/passkey.entity.ts';
import { HASH_COST, PasswordHashes } from './sign-in/password-hash.ts';
import { OperatorRecoveryCode, OperatorTotp } from './second-factor/second-factor.entities.ts';
import { SessionAuthenticator } from './session-authenticator.ts';
import { SessionCookie } from './session-cookie.ts';
import { OperatorAccount, OperatorSession, OperatorVerification } from './sign-in.entities.ts';
import { OperatorSpent } from './spent.entity.ts';
import { forgetSpent } from './spent.ts';
import { staffOf } from './staff.ts';
import { strongMounts } from './strong.mounts.ts';
import { strongOf } from './strong.ts';
import { OperatorToken } from './tokens/operator-token.entity.ts';

export type { KnownOperator } from './known-operators.ts';
export { Operator } from './operator.entity.ts';

const SECRET_NAME = 'admin-token';

const token = z.string().min(16);

export const operatorsConfig = configFragment(
  z.object({ ADMIN_TOKEN: optional(token), ...oidcVariables }),
  ({ ADMIN_TOKEN: given, ...oidc }, { kept }) => ({
    adminToken: given ?? kept(SECRET_NAME, fits(token)),
    oidc: oidcOf(oidc),
  }),
);

/** What other features ask of the operators. */
export interface OperatorsApi {
  /** Whether somebody shows the token that the service was started with, which stands for no person. */
  isBootstrap(principal: Principal): boolean;
  /** Whether that one may decide what people have to: until there is one of them. */
  mayBootstrapDecide(em?: EntityManager): Promise<boolean>;
  /**
   * Whether this principal may decide at this very moment: asked in the transaction of a decision, which then holds what it
   * looked at, so that who is disabled in the middle of it has not decided.
   */
  mayDecideNow(em: EntityManager, principal: Principal): Promise<boolean>;
  /** A person by id, as things stand; null where there is none. */
  find(operatorId: string): Promise<KnownOperator | null>;
  /** The ids of all who may decide approvals now: those with the permission who are not disabled. */
  approvers(em?: EntityManager): Promise<readonly string[]>;
}

/** The people who run the service, and whoever holds the token that it was started with. */
export const operators = defineFeature({
  name: 'operators',
  names: operatorsNames,
  entities: [
    Operator,
    OperatorSession,
    OperatorAccount,
    OperatorVerification,
    OperatorLink,
    OperatorPasskey,
    OperatorTotp,
    OperatorRecoveryCode,
    OperatorSpent,
    OperatorToken,
    OperatorInvitation,
  ],
  enveloped: [{ table: 'operator_totp', column: 'secret', context: 'id' }],
  settings: [invitationDays],
  config: operatorsConfig,
  compose(platform, { settings }: { settings: SettingsApi }) {
    const { config, database, live, publicUrl } = platform;
    const { of, dataDir, encryptionKey } = config;
    const cookie = new SessionCookie(encryptionKey, publicUrl);
    const sessions = new KnownSessions(database);
    for (const type of CHANGES_SESSIONS) live.hear(type, () => sessions.forgetAll());
    const staff = staffOf(platform, { settings, changed: () => sessions.forgetAll() });
    const strong = strongOf(platform, {
      cookie,
      hashes: new PasswordHashes(HASH_COST),
      oidc: of(operatorsConfig).oidc,
      acceptByAddress: (ctx, person) => staff.invitations.acceptAt(ctx, person),
      forgetSessions: () => sessions.forgetAll(),
    });
    const digests = [digestOf(of(operatorsConfig).adminToken)];
    const bootstrap = operator('admin', ['ADMIN']);
    const api: OperatorsApi = {
      isBootstrap: ({ actor }) => actor === bootstrap.actor,
      mayBootstrapDecide: (em) => (em ? mayBootstrapDecideNow(em) : staff.bootstrap.mayDecide()),
      mayDecideNow: (em, principal) =>
        principal.actor === bootstrap.actor ? mayBootstrapDecideNow(em) : mayPersonDecideNow(em, principal),
      find: (operatorId) => findOperator(database, operatorId),
      approvers: (em) => operatorsWho(database, 'approvals:decide', em),
    };
    return {
      api,
      ...staff.parts,
      authenticators: [
        new SecretAuthenticator(
          () => digests,
          () => bootstrap,
          { asksNobody: true },
        ),
        new SessionAuthenticator(cookie, sessions, publicUrl),
        staff.tokens,
      ],
      mounts: strongMounts(strong),
      close: async () => strong.oidc?.provider.close(),
      upkeep: { 'what was good for one sign-in': forgetSpent },
      secretFiles: [{ title: 'operator token', file: secretFile(dataDir, SECRET_NAME) }],
    };
  },
});
