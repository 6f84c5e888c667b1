import { RowCodes } from '../../platform/encryption/row-codes.ts';
import type { OperatorRole } from '../operator.entity.ts';
import type { OperatorLinkKind } from '../operator-link.entity.ts';

/** Permissions of an operator, and their ways to prove their identity. The operator’s authentication code covers all of it. */
export interface AccountState {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly OperatorRole[];
  readonly isDisabled: boolean;
  /** Incremented by every change of roles and state, so that an earlier state can be recognised by the audit trail. */
  readonly version: number;
  readonly signInAccounts: readonly SignInAccount[];
  readonly passkeys: readonly AccountPasskey[];
  /** Id of the confirmed authenticator app, whose secret is encrypted for this id. Null if the operator has none. */
  readonly appId: string | null;
}

/** Password of an operator, or their account at an identity provider. */
export interface SignInAccount {
  /** `credential` for a password. For an account at an identity provider: `oidc:` and its issuer. */
  readonly providerId: string;
  readonly accountId: string;
  /** Hash of the password. Null for accounts at identity providers. */
  readonly passwordHash: string | null;
}

export interface AccountPasskey {
  /** Base64url. */
  readonly credentialId: string;
  /** COSE key, hex. */
  readonly publicKey: string;
}

/** Columns of a session that its code covers. */
export interface SessionRow {
  readonly id: string;
  readonly operatorId: string;
  readonly tokenDigest: string;
  readonly confirmedAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Columns of a link that its code covers. */
export interface LinkRow {
  readonly id: string;
  readonly kind: OperatorLinkKind;
  readonly tokenDigest: Uint8Array;
  readonly operatorId: string | null;
  readonly email: string | null;
  readonly makesAdmin: boolean;
  readonly expiresAt: Date | null;
}

/** Columns of an open invitation that its code covers. Invitations that aren’t open have no code. */
export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly OperatorRole[];
  readonly tokenDigest: Uint8Array;
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

/** Columns of a token that its code covers. Revoked tokens have no code. */
export interface TokenRow {
  readonly id: string;
  readonly operatorId: string;
  readonly tokenHash: Uint8Array;
  readonly scopes: readonly string[];
  readonly issuedBy: string;
  readonly issuers: readonly string[];
  readonly expiresAt: Date;
}

/** Authentication codes of the rows that decide who an operator is and what they may do. */
export class OperatorCodes {
  readonly accounts: RowCodes<AccountState>;
  readonly sessions: RowCodes<SessionRow>;
  readonly links: RowCodes<LinkRow>;
  readonly invitations: RowCodes<InvitationRow>;
  readonly tokens: RowCodes<TokenRow>;
  /** Code of the record that all earlier rows have got their codes. */
  readonly baseline: RowCodes<{ recordedAt: Date }>;

  constructor(masterKey: Buffer) {
    this.accounts = new RowCodes(masterKey, 'operators', (account) => ({
      id: account.id,
      email: account.email,
      roles: [...account.roles],
      isDisabled: account.isDisabled,
      version: account.version,
      signInAccounts: account.signInAccounts
        .map(({ providerId, accountId, passwordHash }) => [providerId, accountId, passwordHash])
        .sort(byText),
      passkeys: account.passkeys.map(({ credentialId, publicKey }) => [credentialId, publicKey]).sort(byText),
      appId: account.appId,
    }));
    this.sessions = new RowCodes(masterKey, 'operator sessions', (session) => ({
      id: session.id,
      operatorId: session.operatorId,
      tokenDigest: session.tokenDigest,
      confirmedAt: session.confirmedAt?.toISOString() ?? null,
      createdAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    }));
    this.links = new RowCodes(masterKey, 'operator links', (link) => ({
      id: link.id,
      kind: link.kind,
      tokenDigest: hexOf(link.tokenDigest),
      operatorId: link.operatorId,
      email: link.email,
      makesAdmin: link.makesAdmin,
      expiresAt: link.expiresAt?.toISOString() ?? null,
    }));
    this.invitations = new RowCodes(masterKey, 'operator invitations', (invitation) => ({
      id: invitation.id,
      email: invitation.email,
      roles: [...invitation.roles],
      tokenDigest: hexOf(invitation.tokenDigest),
      invitedBy: invitation.invitedBy,
      expiresAt: invitation.expiresAt.toISOString(),
    }));
    this.tokens = new RowCodes(masterKey, 'operator tokens', (token) => ({
      id: token.id,
      operatorId: token.operatorId,
      tokenHash: hexOf(token.tokenHash),
      scopes: [...token.scopes],
      issuedBy: token.issuedBy,
      issuers: [...token.issuers],
      expiresAt: token.expiresAt.toISOString(),
    }));
    this.baseline = new RowCodes(masterKey, 'operator codes', ({ recordedAt }) => recordedAt.toISOString());
  }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Order of the rows in a code, independent of the database’s collation. */
function byText(one: readonly (string | null)[], other: readonly (string | null)[]): number {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}
