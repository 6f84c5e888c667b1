import type { ImageModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { Agent, Dispatcher } from 'undici';
import type { Account } from '../../customers/index.ts';
import { type DeploymentEntry, type ImageDeployment, ProviderName, type TextDeployment } from '../../models/index.ts';
import { AddressNotAllowed, type GuardedAddresses } from '../../platform/http/guarded-addresses.ts';
import type { Proxies } from '../../platform/http/proxies.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { AccountKeys, KnownKeys, KnownServer } from '../keys/known-keys.ts';
import type { HostedProvider, ProviderSettings } from '../provider.config.ts';
import { FailureClass, ProviderFailure } from '../provider-failure.ts';
import { type CallCredential, CredentialSource } from '../providers-api.ts';
import { sentenceOf } from './failure-mapping.ts';
import { type ImageSettings, imageModelOf } from './image-packages.ts';
import { type CalledProvider, modelOf, type PackageSettings } from './packages.ts';
import { providerFetch } from './provider-fetch.ts';

/** Maximum cached models of one kind, text or image. They are small and quick to create again. */
const MAX_MODELS = 1_000;
const MAX_HEADER_BYTES = 32_768;
/** The agent's timeouts for answers are off: `CallWatch` has four timeouts, and reports each as its own failure. */
const AGENT = {
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  maxHeaderSize: MAX_HEADER_BYTES,
  keepAliveTimeout: 15_000,
} satisfies Agent.Options;
/** Milliseconds after which a connection attempt ends. With usual timeouts `CallWatch` ends the call earlier. */
const CONNECT_MS = 30_000;

/** Address, key and transport of requests to a provider. */
export interface CallTarget {
  readonly baseUrl: string;
  /** Null if the server is called without a key. */
  readonly apiKey: string | null;
  readonly fetch: typeof fetch;
}

export interface RoutesOptions {
  providers: Readonly<Record<HostedProvider, ProviderSettings>>;
  keys: KnownKeys;
  addresses: GuardedAddresses;
  proxies: Proxies;
}

/** Resolves a deployment and a credential to a callable model. The only place that combines keys with addresses. */
export class ModelRoutes {
  readonly #providers: RoutesOptions['providers'];
  readonly #keys: KnownKeys;
  readonly #addresses: GuardedAddresses;
  readonly #proxies: Proxies;
  readonly #agent: Dispatcher;
  readonly #ownAgent: Dispatcher;
  readonly #models = new BoundedMap<string, Promise<LanguageModelV4>>(MAX_MODELS);
  readonly #imageModels = new BoundedMap<string, Promise<ImageModelV4>>(MAX_MODELS);

  constructor({ providers, keys, addresses, proxies }: RoutesOptions) {
    this.#providers = providers;
    this.#keys = keys;
    this.#addresses = addresses;
    this.#proxies = proxies;
    this.#agent = proxies.agent({ ...AGENT, connect: { timeout: CONNECT_MS } });
    this.#ownAgent = addresses.agent({ ...AGENT, connect: { timeout: CONNECT_MS } });
  }

  /**
   * Model of a deployment, called with the credential's key.
   * @throws ProviderFailure if the key doesn't belong to the account any more, or if the address isn't allowed
   */
  async model(deployment: TextDeployment, credential: CallCredential, account: Account): Promise<LanguageModelV4> {
    const keys = await this.#held(deployment, credential, account);
    return this.#ready(this.#models, deployment, credential, () =>
      this.#make(deployment, keys, credential, (provider, settings) => {
        const own = provider === ProviderName.OWN ? keys?.server?.model : null;
        return modelOf(provider, own ?? deployment.model, settings, this.#isCompatible(provider));
      }),
    );
  }

  /** Image model of a deployment. See `model`. */
  async imageModel(deployment: ImageDeployment, credential: CallCredential, account: Account): Promise<ImageModelV4> {
    const keys = await this.#held(deployment, credential, account);
    return this.#ready(this.#imageModels, deployment, credential, () =>
      this.#make(deployment, keys, credential, (provider, settings) => {
        const own = provider === ProviderName.OWN ? keys?.server?.imageModel : null;
        return imageModelOf(provider, own ?? deployment.model, this.#imageSettings(provider, settings));
      }),
    );
  }

  /** Address, key and transport for a deployment with this credential. @throws ProviderFailure, AddressNotAllowed */
  async target(deployment: DeploymentEntry, credential: CallCredential, account: Account): Promise<CallTarget> {
    const { provider } = deployment;
    if (provider === ProviderName.EMBEDDED) throw new Error('The embedded engine has no address.');
    return this.#target(provider, await this.#held(deployment, credential, account), credential);
  }

  /**
   * Keys of the account. Null if the credential uses no stored key.
   * @throws ProviderFailure if the credential's key is no longer among them
   */
  async #held(
    { provider }: DeploymentEntry,
    credential: CallCredential,
    account: Account,
  ): Promise<AccountKeys | null> {
    if (credential.keyId === null) return null;
    const keys = await this.#keys.of(account.id);
    // Checked for each call: otherwise a cached model could still use a removed key, or another account's key.
    if (!isHeld(keys, provider, credential)) throw refused(provider);
    return keys;
  }

  #ready<Model>(
    models: BoundedMap<string, Promise<Model>>,
    deployment: DeploymentEntry,
    credential: CallCredential,
    make: () => Promise<Model>,
  ): Promise<Model> {
    const name = `${credential.keyId ?? credential.source} ${deployment.id} ${deployment.model}`;
    const known = models.get(name);
    if (known) return known;
    const made = make();
    models.set(name, made);
    made.catch(() => models.delete(name));
    return made;
  }

  #imageSettings(provider: CalledProvider, settings: PackageSettings): ImageSettings {
    return { ...settings, isCompatible: this.#isCompatible(provider), proxies: this.#proxies };
  }

  /** True for a customer's own server, and if the operator has set the base URL of the provider. */
  #isCompatible(provider: CalledProvider): boolean {
    return provider === ProviderName.OWN || this.#providers[provider].isBaseUrlGiven;
  }

  /** Target for the environment's key, a stored key or the customer's own server. @throws AddressNotAllowed, ProviderFailure */
  #target(provider: CalledProvider, keys: AccountKeys | null, credential: CallCredential): CallTarget {
    if (provider === ProviderName.OWN) {
      if (!keys?.server) throw refused(provider);
      return this.serverTarget(keys.server);
    }
    const { baseUrl, apiKey, isBaseUrlGiven } = this.#providers[provider];
    if (credential.keyId === null) return this.hostedTarget(baseUrl, apiKey, isBaseUrlGiven);
    const kept = credential.source === CredentialSource.CUSTOMER ? keys?.own(provider) : keys?.service(provider);
    if (!kept) throw refused(provider);
    return this.hostedTarget(baseUrl, this.#keys.opened(kept), isBaseUrlGiven);
  }

  hostedTarget(baseUrl: string, apiKey: string | null, isLoose = false): CallTarget {
    const { origin } = new URL(baseUrl);
    return {
      baseUrl,
      apiKey,
      fetch: providerFetch({ dispatcher: this.#agent, origin, hasKey: apiKey !== null, isLoose }),
    };
  }

  serverTarget({ id, baseUrl, secret }: KnownServer): CallTarget {
    const { origin } = this.#addresses.allowed(baseUrl);
    return {
      baseUrl,
      apiKey: secret === null ? null : this.#keys.opened({ id, secret }),
      fetch: providerFetch({
        dispatcher: this.#ownAgent,
        origin,
        hasKey: secret !== null,
        isLoose: true,
        assertAllowed: () => void this.#addresses.allowed(baseUrl),
      }),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#ownAgent.destroy()]);
  }

  async #make<Model>(
    { provider }: DeploymentEntry,
    keys: AccountKeys | null,
    credential: CallCredential,
    make: (provider: CalledProvider, settings: PackageSettings) => Promise<Model>,
  ): Promise<Model> {
    if (provider === ProviderName.EMBEDDED) throw new Error('The embedded engine is not called as a provider.');
    try {
      const { baseUrl, apiKey, fetch } = this.#target(provider, keys, credential);
      // Packages require a key. Without one, `providerFetch` removes this placeholder from the request.
      return await make(provider, { baseURL: baseUrl, apiKey: apiKey ?? 'none', fetch });
    } catch (error) {
      if (!(error instanceof AddressNotAllowed)) throw error;
      throw new ProviderFailure(
        FailureClass.ADDRESS_NOT_ALLOWED,
        sentenceOf(FailureClass.ADDRESS_NOT_ALLOWED, provider, null),
      );
    }
  }
}

function isHeld(keys: AccountKeys, provider: ProviderName, { source, keyId }: CallCredential): boolean {
  if (provider === ProviderName.OWN) return keys.server?.id === keyId;
  const key = source === CredentialSource.CUSTOMER ? keys.own(provider) : keys.service(provider);
  return key?.id === keyId;
}

function refused(provider: ProviderName): ProviderFailure {
  return new ProviderFailure(FailureClass.KEY_REFUSED, sentenceOf(FailureClass.KEY_REFUSED, provider, null));
}
