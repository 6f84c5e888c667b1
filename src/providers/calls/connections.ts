import type { ProviderName } from '../../models/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { ProviderFailure } from '../provider-failure.ts';
import { type AnyCall, CredentialSource } from '../providers-api.ts';

/**
 * Providers that this process can't connect to because of a certificate or a proxy, according to the latest calls with a key of
 * the service.
 */
export class Connections {
  readonly #failing = new Map<ProviderName, string>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Called when any call ends. Logs a reason when it first occurs or changes, not for each call. */
  ended({ deployment: { provider }, credential }: AnyCall, failure: ProviderFailure | null): void {
    if (credential.source !== CredentialSource.SERVICE) return;
    if (failure?.failure !== 'UNREACHABLE' || failure.reason === null) {
      if (failure === null || failure.statusCode !== null) this.#failing.delete(provider);
      return;
    }
    const { reason } = failure;
    if (this.#failing.get(provider) === reason) return;
    this.#failing.set(provider, reason);
    this.#logger.warn({ provider, reason }, "a provider can't be reached");
  }

  /** Why a connection failed because of a certificate or a proxy. Null if none did, or if the provider has answered since. */
  failureReason(provider: ProviderName): string | null {
    return this.#failing.get(provider) ?? null;
  }
}
