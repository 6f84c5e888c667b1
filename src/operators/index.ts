import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { operator, type Principal } from '../platform/auth/principal.ts';
import { configFragment, optional } from '../platform/config.ts';
import { digestOf, secretFile } from '../platform/secrets.ts';
import { fits } from '../platform/settings.ts';
import { findOperator, type KnownOperator, operatorsWho } from './known-operators.ts';
import { KnownSessions } from './known-sessions.ts';
import { Operator } from './operator.entity.ts';
import { CHANGES_SESSIONS } from './operator.events.ts';
import { OperatorLink } from './operator-link.entity.ts';
import { operatorsNames } from './operators.names.ts';
import { OperatorPasskey } from './passkeys/passkey.entity.ts';
import { OperatorRecoveryCode, OperatorTotp } from './second-factor/second-factor.entities.ts';
import { SessionAuthenticator } from './session-authenticator.ts';
import { SessionCookie } from './session-cookie.ts';
import { OperatorAccount, OperatorSession, OperatorVerification } from './sign-in.entities.ts';
import { OperatorSpent } from './spent.entity.ts';
import { forgetSpent } from './spent.ts';

export type { KnownOperator } from './known-operators.ts';
export { Operator } from './operator.entity.ts';

const SECRET_NAME = 'admin-token';

const token = z.string().min(16);

export const operatorsConfig = configFragment(
  z.object({ ADMIN_TOKEN: optional(token) }),
  ({ ADMIN_TOKEN: given }, { kept }) => ({ adminToken: given ?? kept(SECRET_NAME, fits(token)) }),
);

/** What other features ask of the operators. */
export interface OperatorsApi {
  /** Whether somebody shows the token that the service was started with, which stands for no person. */
  isBootstrap(principal: Principal): boolean;
  /** Whether that one may decide what people have to: until there is one of them. */
  mayBootstrapDecide(): Promise<boolean>;
  /** A person by id, as things stand; null where there is none. */
  find(operatorId: string): Promise<KnownOperator | null>;
  /** The ids of all who may decide approvals now: those with the permission who are not disabled. */
  approvers(): Promise<readonly string[]>;
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
  ],
  enveloped: [{ table: 'operator_totp', column: 'secret', context: 'id' }],
  config: operatorsConfig,
  compose({ config: { of, dataDir, encryptionKey }, database, live, publicUrl }) {
    const cookie = new SessionCookie(encryptionKey, publicUrl);
    const sessions = new KnownSessions(database);
    for (const type of CHANGES_SESSIONS) live.hear(type, () => sessions.forgetAll());
    const digests = [digestOf(of(operatorsConfig).adminToken)];
    const bootstrap = operator('admin', ['ADMIN']);
    const api: OperatorsApi = {
      isBootstrap: ({ actor }) => actor === bootstrap.actor,
      // So far there is nobody else.
      mayBootstrapDecide: async () => true,
      find: (operatorId) => findOperator(database, operatorId),
      approvers: () => operatorsWho(database, 'approvals:decide'),
    };
    return {
      api,
      authenticators: [
        new SecretAuthenticator(
          () => digests,
          () => bootstrap,
          { asksNobody: true },
        ),
        new SessionAuthenticator(cookie, sessions, publicUrl),
      ],
      upkeep: { 'what was good for one sign-in': forgetSpent },
      secretFiles: [{ title: 'operator token', file: secretFile(dataDir, SECRET_NAME) }],
    };
  },
});
