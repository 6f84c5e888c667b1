import { type CustomersApi, Plan } from '../../customers/index.ts';
import { reportChanges } from '../../platform/audit/report-changes.ts';
import type { Context } from '../../platform/context.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { type InputInvalid, NotFound, Problem } from '../../platform/graphql/schema/problem.ts';
import { newId } from '../../platform/ids.ts';
import type { Limit, Limits } from '../../platform/limits/limits.ts';
import type { ModelRoutes } from '../calls/model-routes.ts';
import type { HostedProvider, ProviderSettings } from '../provider.config.ts';
import { CredentialSource } from '../providers-api.ts';
import type { KeyHealth } from './key-health.ts';
import { checkedKey, hintOf } from './key-rules.ts';
import { type CredentialTestResult, testKey } from './key-test.ts';
import { hostedProvider, type KeyedProvider } from './keyed-provider.ts';
import { ProviderKey } from './provider-key.entity.ts';
import { noteAccepted, noteRefused, putKey, removeKey } from './provider-key.sql.ts';

/** Tests send requests to third parties: enough for a person who sets keys, too few to try out stolen ones. */
const TESTS_PER_MINUTE = 10;

export interface ProviderKeyOptions {
  customers: CustomersApi;
  encryption: EnvelopeEncryption;
  limits: Limits;
  routes: ModelRoutes;
  health: KeyHealth;
  providers: Readonly<Record<HostedProvider, ProviderSettings>>;
  /** Called after keys, or the results of their tests, have changed. */
  changed: () => void;
}

/** Manages keys of the service and of customers. `customerId` is the owner; null means the service. */
export class ProviderKeyService {
  readonly #options: ProviderKeyOptions;

  constructor(options: ProviderKeyOptions) {
    this.#options = options;
  }

  /** Sets the key for a provider. A previous key of the same owner is deleted. */
  async set(
    ctx: Context,
    customerId: string | null,
    provider: KeyedProvider,
    given: string,
  ): Promise<ProviderKey | InputInvalid> {
    const key = checkedKey(given);
    if (key instanceof Problem) return key;
    const id = newId('providerKey');
    const secret = this.#options.encryption.encrypt(Buffer.from(key, 'utf8'), id);
    await ctx.transactional(async ({ em }) => {
      await putKey(em, { id, customerId, provider, secret, hint: hintOf(key), createdBy: ctx.principal.actor });
      reportChanges([id], [{ subjectId: id, field: 'provider', before: null, after: provider }]);
    });
    this.#options.changed();
    ctx.logger.info({ providerKey: id, provider, customerId }, 'a key for a provider was set');
    return ctx.em.findOneOrFail(ProviderKey, id);
  }

  async remove(ctx: Context, customerId: string | null, id: string): Promise<string | NotFound> {
    const wasThere = await ctx.transactional(async ({ em }) => {
      const isRemoved = await removeKey(em, id, customerId);
      if (isRemoved) reportChanges([id]);
      return isRemoved;
    });
    if (!wasThere) return new NotFound(id);
    this.#options.changed();
    ctx.logger.info({ providerKey: id, customerId }, 'a key for a provider was removed');
    return id;
  }

  /** Tests a key, and records whether the provider accepted or refused it. Other failures aren't recorded. */
  async test(ctx: Context, customerId: string | null, id: string): Promise<CredentialTestResult | NotFound> {
    const key = await ctx.em.findOne(ProviderKey, { id, customerId });
    if (!key) return new NotFound(id);
    await this.takeTest(ctx);
    const { encryption, health, providers, routes } = this.#options;
    const provider = hostedProvider(key.provider);
    const apiKey = encryption.decrypt(key.secret, id).toString('utf8');
    const tested = await testKey(provider, routes.hostedTarget(providers[provider].baseUrl, apiKey), ctx.signal);
    const source = customerId === null ? CredentialSource.SERVICE : CredentialSource.CUSTOMER;
    if (tested.failure === null) {
      health.accepted(provider, { source, keyId: id });
      await noteAccepted(ctx.em, id);
    } else if (tested.failure.failure === 'KEY_REFUSED') {
      health.refused(provider, { source, keyId: id });
      await noteRefused(ctx.em, id, tested.failure.message);
    }
    this.#options.changed();
    return tested;
  }

  async takeTest(ctx: Context): Promise<void> {
    await this.#options.limits.take(ctx, [TESTS, 1]);
  }

  /** Id of the calling customer, whose plan must include own keys. @throws Refusal PLAN_NOT_SUFFICIENT */
  async assertMayBringKeys(ctx: Context): Promise<string> {
    const { id, plan } = await this.#options.customers.accountOf(ctx);
    if (plan !== Plan.BASE) return id;
    throw new Refusal(
      'PLAN_NOT_SUFFICIENT',
      'Own keys and own servers require the plan PRO or higher. Ask the operator to change your plan.',
    );
  }
}

const TESTS: Limit = {
  name: 'provider-key-tests',
  of: 'tests of keys',
  amount: async () => TESTS_PER_MINUTE,
  per: 'minute',
  exempt: 'provider-keys:unmetered',
  counted: 'BY_ALL',
};
