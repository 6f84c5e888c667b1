import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineFeature } from '../feature.ts';
import { SecretAuthenticator } from '../platform/auth/authenticate.ts';
import { type Principal } from '../platform/auth/principal.ts';
import { configFragment, optional } from '../platform/config/config.ts';
import { fits } from '../platform/config/settings.ts';
import { findExpiringKeys } from '../platform/credentials/key.sql.ts';
import { digestOf, secretFile } from '../platform/encryption/secrets.ts';
import { ExpirationKind, expirationsOf } from '../platform/expirations/expirations.ts';
import { deleting, unaudited } from '../platform/upkeep/upkeep.ts';
import type { SettingsApi } from '../settings/index.ts';
import { AccountResolver, ViewerSessionsResolver } from './account.resolver.ts';
import { mayBootstrapDecideNow } from './bootstrap.ts';
import { Accounts } from './codes/accounts.ts';
import { CodeBaseline } from './codes/code-baseline.entity.ts';
import { codeBaselineCheck } from './codes/code-baseline-check.ts';
import { codesCheck } from './codes/codes-check.ts';
import { replaceCodes } from './codes/replace-codes.ts';
import { mayPersonDecideNow } from './decide-permission.ts';
import { invitationDays } from './invitations/invitation.settings.ts';
import { invitationPages } from './invitations/invitation-pages.ts';
import { OperatorInvitation } from './invitations/operator-invitation.entity.ts';
import { deleteOldInvitations } from './invitations/operator-invitation.sql.ts';
import { findOperator, idsOfOperatorsWith, type KnownOperator } from './known-operators.ts';
import { KnownSessions } from './known-sessions.ts';
import { newFirstOperatorToken } from './links.ts';
import { oidcOf, oidcVariables } from './oidc/oidc.config.ts';
import { operatorCapabilities } from './operator.capabilities.ts';
import { Operator } from './operator.entity.ts';
import { CHANGES_SESSIONS } from './operator.events.ts';
import { operator } from './operator.principal.ts';
import { namesOfOperators } from './operator.sql.ts';
import { OperatorLink } from './operator-link.entity.ts';
import { operatorViewer } from './operator-viewer.ts';
import { operatorsNames } from './operators.names.ts';
import { accountPages } from './pages/account-page.ts';
import { beginUrl, linkPages } from './pages/link-pages.ts';
import { signInPages } from './pages/sign-in-pages.ts';
import { OperatorPasskey } from './passkeys/passkey.entity.ts';
import type { PasskeySignatures } from './passkeys/passkey-signatures.ts';
import { OwnPasswordResolver } from './password/own-password.resolver.ts';
import { OwnPassword } from './password/own-password.ts';
import { passwordMount } from './password/password.mount.ts';
import { operatorNode } from './people/operator.reads.ts';
import { wirePeople } from './people-wiring.ts';
import { PermissionsResolver } from './permissions.resolver.ts';
import { OperatorRecoveryCode, OperatorTotp } from './second-factor/second-factor.entities.ts';
import { secondFactorsSection } from './second-factor/second-factors.pages.ts';
import { SecondFactorsResolver } from './second-factor/second-factors.resolver.ts';
import { secondFactorsMounts } from './second-factors.mounts.ts';
import { wireSecondFactors } from './second-factors-wiring.ts';
import { SessionAuthenticator } from './session-authenticator.ts';
import { SessionCookie } from './session-cookie.ts';
import { deleteExpired, OwnSessions } from './sessions.ts';
import { KnownBrowser } from './sign-in/known-browser.ts';
import { HASH_COST, PasswordHashes } from './sign-in/password-hash.ts';
import { SignIns } from './sign-in/sign-ins.ts';
import { OperatorAccount, OperatorSession } from './sign-in.entities.ts';
import { OperatorSpent } from './single-use.entity.ts';
import { deleteExpiredUses } from './single-use.sql.ts';
import { OperatorToken } from './tokens/operator-token.entity.ts';

export type { KnownOperator } from './known-operators.ts';
export { operator } from './operator.principal.ts';
export { type PasskeyAssertion, verifyAssertion } from './passkeys/passkey-assertion.ts';
export { challengeOf, type PasskeySignatures, type SignatureRequest } from './passkeys/passkey-signatures.ts';
export type { PasskeyFailure } from './passkeys/passkeys.ts';

const SECRET_NAME = 'admin-token';

const token = z.string().min(16);

export const operatorsConfig = configFragment(
  z.object({
    ADMIN_TOKEN: optional(token).describe(
      'Admin token: has the role ADMIN and belongs to no person. Can approve only until an operator can. Default: created in DATA_DIR/secrets/admin-token.',
    ),
    INIT_ADMIN_EMAIL: optional(z.email()).describe(
      'E-mail address of the first operator; the printed sign-up link is for this person.',
    ),
    ...oidcVariables,
  }),
  ({ ADMIN_TOKEN: given, INIT_ADMIN_EMAIL: email, ...oidc }, { kept }) => ({
    adminToken: given ?? kept(SECRET_NAME, fits(token)),
    /** Address of the first operator. Null: the person with the link enters it. */
    firstEmail: email?.toLowerCase() ?? null,
    oidc: oidcOf(oidc),
  }),
);

/** API of this feature for other features. */
export interface OperatorsApi {
  /** True for the caller with the admin token, which belongs to no person. */
  isBootstrap(principal: Principal): boolean;
  /** True if the admin token can decide approvals: only while no enabled operator has that permission. */
  mayBootstrapDecide(em?: EntityManager): Promise<boolean>;
  /**
   * True if this principal can decide approvals right now. Called in the transaction of a decision; locks rows so that the
   * operator isn't disabled before the transaction ends.
   */
  mayDecideNow(em: EntityManager, principal: Principal): Promise<boolean>;
  /** Finds an operator by id. Null if not found. */
  find(operatorId: string): Promise<KnownOperator | null>;
  /** Names of these operators, disabled ones included. Unknown ids are left out. */
  names(operatorIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of all enabled operators with the permission to decide approvals. */
  approvers(em?: EntityManager): Promise<readonly string[]>;
  /** Signatures of operators with their passkeys. */
  readonly passkeySignatures: Pick<PasskeySignatures, 'canSign' | 'request' | 'verify'>;
}

const EXPIRING_TOKENS = {
  table: 'operator_token',
  owner: 'operator',
  title: "operator.name || ': ' || key.name",
  and: 'operator.disabled_at is null',
};

/** Feature for operators, their credentials, and the admin token. */
export const operators = defineFeature({
  name: 'operators',
  names: operatorsNames,
  entities: [
    Operator,
    OperatorSession,
    OperatorAccount,
    OperatorLink,
    OperatorPasskey,
    OperatorTotp,
    OperatorRecoveryCode,
    OperatorSpent,
    OperatorToken,
    OperatorInvitation,
    CodeBaseline,
  ],
  tablePrivileges: {
    operator: ['INSERT', 'UPDATE'],
    operator_account: ['INSERT', 'UPDATE'],
    operator_code_baseline: ['INSERT', 'UPDATE'],
    operator_invitation: ['INSERT', 'UPDATE', 'DELETE'],
    operator_link: ['INSERT', 'UPDATE', 'DELETE'],
    operator_passkey: ['INSERT', 'UPDATE', 'DELETE'],
    operator_recovery_code: ['INSERT', 'DELETE'],
    operator_session: ['INSERT', 'UPDATE', 'DELETE'],
    operator_spent: ['INSERT', 'DELETE'],
    operator_token: ['INSERT', 'UPDATE', 'DELETE'],
    operator_totp: ['INSERT', 'UPDATE', 'DELETE'],
  },
  enveloped: [{ table: 'operator_totp', column: 'secret', context: 'id' }],
  recode: replaceCodes,
  settings: [invitationDays],
  config: operatorsConfig,
  compose(platform, { settings }: { settings: SettingsApi }) {
    const { config, database, live, publicUrl } = platform;
    const { of, dataDir, encryptionKey } = config;
    const cookie = new SessionCookie(encryptionKey, publicUrl);
    const accounts = new Accounts(encryptionKey, (kind, id) =>
      platform.logger.warn({ kind, id }, 'a row of an operator was refused: its authentication code doesn’t match'),
    );
    const sessions = new KnownSessions(database, platform.clock, accounts);
    for (const type of CHANGES_SESSIONS) live.observe(type, () => sessions.forgetAll());
    const people = wirePeople(platform, { accounts, settings, changed: () => sessions.forgetAll() });
    const forget = () => sessions.forgetAll();
    const hashes = new PasswordHashes(HASH_COST);
    const signIns = new SignIns({
      clock: platform.clock,
      accounts,
      hashes,
      cookie,
      browsers: new KnownBrowser(encryptionKey, cookie.isSecure),
      limits: platform.limits,
      changed: forget,
    });
    const wiring = wireSecondFactors(platform, {
      accounts,
      cookie,
      hashes,
      signIns,
      oidc: of(operatorsConfig).oidc,
      acceptByAddress: (ctx, person) => people.invitations.acceptAt(ctx, person),
      forgetSessions: forget,
    });
    const own = new OwnSessions(forget);
    const account = new AccountResolver(own);
    const ownPassword = new OwnPassword(wiring);
    const digests = [digestOf(of(operatorsConfig).adminToken)];
    const bootstrap = operator('admin', ['ADMIN']);
    const api: OperatorsApi = {
      isBootstrap: ({ actor }) => actor === bootstrap.actor,
      mayBootstrapDecide: (em) => (em ? mayBootstrapDecideNow(em, accounts) : people.bootstrap.mayDecide()),
      mayDecideNow: (em, principal) =>
        principal.actor === bootstrap.actor
          ? mayBootstrapDecideNow(em, accounts)
          : mayPersonDecideNow(em, accounts, principal),
      find: (operatorId) => findOperator(database, accounts, operatorId),
      names: (operatorIds) => namesOfOperators(database, operatorIds),
      // With the caller’s transaction: a second connection could deadlock with it.
      approvers: (em = database.orm.em.fork()) => idsOfOperatorsWith(em, accounts, 'approvals:decide'),
      passkeySignatures: wiring.passkeySignatures,
    };
    return {
      api,
      ...people.parts,
      contributions: {
        expirations: {
          operators: async ({ em }, until) =>
            expirationsOf(ExpirationKind.OPERATOR_TOKEN, await findExpiringKeys(em, EXPIRING_TOKENS, until)),
        },
      },
      capabilities: operatorCapabilities({ oidc: of(operatorsConfig).oidc, approvers: api.approvers }),
      nodes: { ...people.parts.nodes, operatorSession: (ctx, id) => account.find(ctx, id) },
      nodeReads: { operator: operatorNode },
      viewers: { OPERATOR: operatorViewer },
      resolvers: [
        ...people.parts.resolvers,
        account,
        new ViewerSessionsResolver(),
        new SecondFactorsResolver(wiring),
        new OwnPasswordResolver(ownPassword),
        new PermissionsResolver(),
      ],
      mounts: [
        ...signInPages(platform, signIns, wiring),
        ...linkPages({ platform, accounts, signIns, hashes }),
        ...invitationPages({ platform, invitations: people.invitations, signIns, hashes }),
        ...accountPages({ platform, own, cookie, sections: [(ctx) => secondFactorsSection(wiring, ctx)] }),
        ...secondFactorsMounts(wiring),
        passwordMount(wiring, ownPassword, signIns),
      ],
      async startupHints(ctx) {
        const begins = await newFirstOperatorToken(ctx, accounts, of(operatorsConfig).firstEmail);
        return begins === null ? [] : [{ title: 'First operator', at: beginUrl(publicUrl, begins) }];
      },
      upkeep: {
        'expired sessions and links': deleting(deleteExpired),
        'old invitations': deleting(({ em }) => deleteOldInvitations(em)),
        'expired sign-in steps': deleting(
          unaudited('The records have expired, and the sign-in itself is in the audit trail.', ({ em }) =>
            deleteExpiredUses(em),
          ),
        ),
      },
      authenticators: [
        new SecretAuthenticator(
          () => digests,
          () => bootstrap,
          { isLocal: true },
        ),
        new SessionAuthenticator(cookie, sessions, publicUrl),
        people.tokens,
      ],
      close: async () => wiring.oidc?.provider.close(),
      checks: [codesCheck(accounts.codes)],
      startChecks: [codeBaselineCheck(database, accounts.codes, dataDir)],
      secretFiles: [{ title: 'admin token', file: secretFile(dataDir, SECRET_NAME) }],
    };
  },
});
