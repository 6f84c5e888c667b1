import type { FeatureParts } from '../feature.ts';
import { KeyAuthenticator } from '../platform/credentials/key-authenticator.ts';
import { KeyCache } from '../platform/credentials/key-cache.ts';
import type { Platform } from '../platform/platform.ts';
import type { SettingsApi } from '../settings/index.ts';
import { Bootstrap } from './bootstrap.ts';
import type { Accounts } from './codes/accounts.ts';
import { InvitationResolver } from './invitations/invitation.resolver.ts';
import { InvitationService } from './invitations/invitation.service.ts';
import { CHANGES_TOKENS } from './operator.events.ts';
import { operatorReads } from './people/operator.reads.ts';
import { OperatorResolver } from './people/operator.resolver.ts';
import { OperatorService } from './people/operator.service.ts';
import { TOKEN_PREFIX } from './tokens/operator-token.kind.ts';
import { operatorTokenPages } from './tokens/operator-token.reads.ts';
import { OperatorTokenResolver } from './tokens/operator-token.resolver.ts';
import { OperatorTokenService } from './tokens/operator-token.service.ts';
import { readTokenPrincipal } from './tokens/token-principal.ts';

interface PeopleWiringOptions {
  accounts: Accounts;
  settings: SettingsApi;
  /** Called after a change of operators, because cached sessions may be outdated. */
  changed: () => void;
}

/** Creates the services for operators, their roles, invitations and tokens. */
export function wirePeople(
  { database, live, publicUrl }: Platform,
  { accounts, settings, changed }: PeopleWiringOptions,
) {
  const known = new KeyCache((digest) => readTokenPrincipal(database, accounts, digest));
  const bootstrap = new Bootstrap(database, accounts);
  for (const type of CHANGES_TOKENS) live.observe(type, () => known.forgetAll());
  live.observe('operators.changed', () => bootstrap.forget());
  const forget = () => {
    known.forgetAll();
    bootstrap.forget();
    changed();
  };
  const operators = new OperatorResolver(new OperatorService(accounts, forget));
  const tokenService = new OperatorTokenService(accounts, forget);
  const invitationService = new InvitationService({ accounts, settings, publicUrl, changed: forget });
  return {
    bootstrap,
    invitations: invitationService,
    tokens: new KeyAuthenticator({
      database,
      prefix: TOKEN_PREFIX,
      table: 'operator_token',
      find: (digest) => known.of(digest),
    }),
    parts: {
      resolvers: [operators, new OperatorTokenResolver(tokenService), new InvitationResolver(invitationService)],
      nodes: {
        operator: (ctx, id) => operators.find(ctx, id),
        operatorToken: (ctx, id) => tokenService.find(ctx, id),
        operatorInvitation: (ctx, id) => invitationService.find(ctx, id),
      },
      reads: { ...operatorReads, operatorTokens: operatorTokenPages.compilable },
    } satisfies Pick<FeatureParts<never>, 'resolvers' | 'nodes' | 'reads'>,
  };
}
