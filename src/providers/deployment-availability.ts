import { type Account, Plan } from '../customers/index.ts';
import { type Catalogue, type DeploymentEntry, ProviderName, TaskKind } from '../models/index.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Circuits } from './calls/circuits.ts';
import type { KeyHealth } from './keys/key-health.ts';
import type { AccountKeys, KnownKeys } from './keys/known-keys.ts';
import type { HostedProvider, ProviderSettings } from './provider.config.ts';
import { type CallCredential, CredentialSource, type DeploymentAvailability } from './providers-api.ts';

const MAX_AGE_MS = 1_000;
const MAX_ACCOUNTS = 1_000;
const SANDBOX: CallCredential = { source: CredentialSource.SANDBOX, keyId: null };
const EMBEDDED: CallCredential = { source: CredentialSource.EMBEDDED, keyId: null };
const OF_ENVIRONMENT: CallCredential = { source: CredentialSource.SERVICE, keyId: null };

export interface DeploymentAvailabilitiesOptions {
  providers: Readonly<Record<HostedProvider, ProviderSettings>>;
  keys: KnownKeys;
  health: KeyHealth;
  circuits: Circuits;
  isSandboxOn: boolean;
}

interface RememberedAvailability {
  at: number;
  /**
   * Number of changes of circuits and of the health of keys, read when the entry was created. A different number invalidates
   * the entry.
   */
  changes: number;
  plan: Plan;
  catalogue: Catalogue;
  availabilities: ReadonlyMap<string, DeploymentAvailability>;
}

/** Determines which deployments can be called for an account, and with which key. */
export class DeploymentAvailabilities {
  readonly #options: DeploymentAvailabilitiesOptions;
  readonly #remembered = new BoundedMap<string, RememberedAvailability>(MAX_ACCOUNTS);

  constructor(options: DeploymentAvailabilitiesOptions) {
    this.#options = options;
  }

  async of(account: Account, catalogue: Catalogue): Promise<ReadonlyMap<string, DeploymentAvailability>> {
    const { circuits, health, keys } = this.#options;
    const known = this.#remembered.get(account.id);
    const changes = circuits.changes + health.changes;
    const isFresh =
      known !== undefined &&
      known.catalogue === catalogue &&
      known.changes === changes &&
      known.plan === account.plan &&
      performance.now() - known.at < MAX_AGE_MS;
    if (isFresh) return known.availabilities;
    const held = await keys.of(account.id);
    const availabilities = new Map(
      catalogue.deployments.map((deployment) => [deployment.id, this.#availability(deployment, account, held)]),
    );
    const { id, plan } = account;
    this.#remembered.set(id, { at: performance.now(), changes, plan, catalogue, availabilities });
    return availabilities;
  }

  /** Call this after a key or an own server was changed in this process. */
  forget(): void {
    this.#remembered.clear();
  }

  #availability(deployment: DeploymentEntry, account: Account, held: AccountKeys): DeploymentAvailability {
    const { circuits, health } = this.#options;
    const credential = this.#credential(deployment, account, held);
    if (typeof credential === 'string')
      return { credential: null, whyNot: credential, breaker: 'CLOSED', medianFirstTokenMs: null };
    const isRefused = health.isFailing(deployment.provider, credential);
    if (isRefused && credential.source === CredentialSource.CUSTOMER) {
      return { credential: null, whyNot: 'OWN_KEY_FAILING', breaker: 'CLOSED', medianFirstTokenMs: null };
    }
    const circuit = circuits.find(deployment, credential);
    const medianFirstTokenMs = circuit?.medianFirstTokenMs ?? null;
    const standing = { credential, whyNot: null, medianFirstTokenMs };
    // A refused key of the service pauses all deployments of its provider.
    if (isRefused) return { ...standing, breaker: 'OPEN', pausedBy: 'KEY_REFUSED' };
    const breaker = circuit?.state ?? 'CLOSED';
    const pauseLeftMs = breaker === 'OPEN' ? circuit?.pauseLeftMs : null;
    return {
      ...standing,
      breaker,
      ...(circuit?.isLimited && { pausedBy: 'RATE_LIMIT' as const }),
      ...(pauseLeftMs != null && { pauseLeftMs }),
    };
  }

  /**
   * Credential for a deployment, or the reason why the deployment has no credential. If a customer has an own key for the
   * provider, no other key is used.
   */
  #credential(
    { provider, kind }: DeploymentEntry,
    { plan }: Account,
    held: AccountKeys,
  ): CallCredential | NonNullable<DeploymentAvailability['whyNot']> {
    const { isSandboxOn, providers } = this.#options;
    if (provider === ProviderName.EMBEDDED) return EMBEDDED;
    // Only text tasks are simulated.
    const isSimulated = isSandboxOn && kind === TaskKind.TEXT;
    const own = provider === ProviderName.OWN ? held.serverFor(kind) : held.own(provider);
    if (own) return mayBringKeys(plan) ? { source: CredentialSource.CUSTOMER, keyId: own.id } : 'PLAN';
    if (provider === ProviderName.OWN) return isSimulated ? SANDBOX : 'NO_OWN_SERVER';
    const kept = held.service(provider);
    if (kept) return { source: CredentialSource.SERVICE, keyId: kept.id };
    const { apiKey, isBaseUrlGiven } = providers[provider];
    if (apiKey !== null || isBaseUrlGiven) return OF_ENVIRONMENT;
    return isSimulated ? SANDBOX : 'NO_KEY';
  }
}

/** True if the plan allows own keys: PRO and higher plans. */
export const mayBringKeys = (plan: Plan) => plan !== Plan.BASE;
