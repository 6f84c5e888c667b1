import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import type { ProviderFailure } from '../provider-failure.ts';
import type { AnyCall } from '../providers-api.ts';
import type { KeyHealth } from './key-health.ts';
import type { KnownKeys } from './known-keys.ts';
import { noteAccepted, noteRefused } from './provider-key.repository.ts';

export interface KeyNotesOptions {
  database: Database;
  logger: Logger;
  health: KeyHealth;
  keys: KnownKeys;
}

/** Writes down which keys are refused, for who looks at them. Nobody waits for it, and a call does not fail of it. */
export function keyNotes({ database, logger, health, keys }: KeyNotesOptions) {
  return ({ account, deployment: { provider }, credential }: AnyCall, failure: ProviderFailure | null): void => {
    const { keyId } = credential;
    const isNews = failure ? health.refused(provider, credential) : health.accepted(provider, credential);
    if (failure && isNews)
      logger.warn({ provider, providerKey: keyId, reason: failure.message }, 'a key for a provider is refused');
    if (keyId === null || provider === 'own') return;
    outsideRequests(async () => {
      if (failure) {
        if (isNews) await noteRefused(database.orm.em.fork(), keyId, failure.message);
      } else if (isNews || (await keys.of(account.id)).byId(keyId)?.isFailing) {
        await noteAccepted(database.orm.em.fork(), keyId);
        keys.forget();
      }
    }).catch((error) =>
      logger.warn({ err: error, providerKey: keyId }, 'the state of a key could not be written down'),
    );
  };
}
