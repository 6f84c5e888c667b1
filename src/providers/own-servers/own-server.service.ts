import { reportChanges } from '../../platform/audit/report-changes.ts';
import type { Context } from '../../platform/context.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import { AddressNotAllowed, type GuardedAddresses } from '../../platform/http/guarded-addresses.ts';
import { newId } from '../../platform/ids.ts';
import type { ModelRoutes } from '../calls/model-routes.ts';
import { hintOf, keyIssue } from '../keys/key-rules.ts';
import { type CredentialTestResult, testKey } from '../keys/key-test.ts';
import type { ProviderKeyService } from '../keys/provider-key.service.ts';
import { OwnServer } from './own-server.entity.ts';
import { deleteServer, putServer } from './own-server.sql.ts';

const MAX_MODEL_LENGTH = 200;

export interface OwnServerOptions {
  keys: ProviderKeyService;
  addresses: GuardedAddresses;
  encryption: EnvelopeEncryption;
  routes: ModelRoutes;
  /** Called after a server has changed. */
  changed: () => void;
}

export interface OwnServerSettings {
  baseUrl: string;
  key?: string | null;
  model?: string | null;
  imageModel?: string | null;
}

/** Manages own servers: at most one per customer, called only with the key that its customer has set for it, if any. */
export class OwnServerService {
  readonly #options: OwnServerOptions;

  constructor(options: OwnServerOptions) {
    this.#options = options;
  }

  /**
   * Sets the customer's server. It replaces a previous server and its key. @throws Refusal ADDRESS_NOT_ALLOWED,
   * PLAN_NOT_SUFFICIENT
   */
  async set(ctx: Context, { baseUrl, key, model, imageModel }: OwnServerSettings): Promise<OwnServer | InputInvalid> {
    const customerId = await this.#options.keys.assertMayBringKeys(ctx);
    const issue = key ? keyIssue(key) : null;
    if (issue) return new InputInvalid([issue]);
    for (const [name, value] of Object.entries({ model, imageModel })) {
      if (value == null || /^[\x21-\x7e]{1,200}$/.test(value)) continue;
      const detail = `The name of a model must have 1 to ${MAX_MODEL_LENGTH} ASCII characters, without spaces.`;
      return new InputInvalid([{ pointer: `/${name}`, detail }]);
    }
    const url = await this.#allowed(baseUrl);
    const id = newId('ownServer');
    const secret = key ? this.#options.encryption.encrypt(Buffer.from(key, 'utf8'), id) : null;
    await ctx.transactional(async ({ em }) => {
      await putServer(em, {
        id,
        customerId,
        baseUrl: url,
        model: model ?? null,
        imageModel: imageModel ?? null,
        secret,
        hint: key ? hintOf(key) : null,
        createdBy: ctx.principal.actor,
      });
      reportChanges([id]);
    });
    this.#options.changed();
    ctx.logger.info({ ownServer: id, customerId }, 'an own server was set');
    return ctx.em.findOneOrFail(OwnServer, id);
  }

  async remove(ctx: Context, id: string): Promise<string | NotFound> {
    const customerId = ctx.principal.subjectId!;
    const wasThere = await ctx.transactional(async ({ em }) => {
      const isDeleted = await deleteServer(em, id, customerId);
      if (isDeleted) reportChanges([id]);
      return isDeleted;
    });
    if (!wasThere) return new NotFound(id);
    this.#options.changed();
    ctx.logger.info({ ownServer: id, customerId }, 'an own server was removed');
    return id;
  }

  /** Tests a server by requesting its list of models. */
  async test(ctx: Context, id: string): Promise<CredentialTestResult | NotFound> {
    const server = await ctx.em.findOne(OwnServer, { id, customerId: ctx.principal.subjectId! });
    if (!server) return new NotFound(id);
    await this.#options.keys.takeTest(ctx);
    await this.#allowed(server.baseUrl);
    const secret = server.secret ? Buffer.from(server.secret).toString('base64') : null;
    const { baseUrl, model, imageModel } = server;
    const target = this.#options.routes.serverTarget({ id, baseUrl, model, imageModel, secret });
    return testKey('own', target, ctx.signal);
  }

  mine({ em, principal }: Context): Promise<OwnServer | null> {
    return em.findOne(OwnServer, { customerId: principal.subjectId! });
  }

  /**
   * Returns the address in its stored form. A host name that doesn't resolve now is accepted, because every call checks the
   * name again.
   */
  async #allowed(baseUrl: string): Promise<string> {
    try {
      const url = this.#options.addresses.allowed(baseUrl);
      await this.#options.addresses.assertResolves(url).catch((error) => {
        if (error instanceof AddressNotAllowed) throw error;
      });
      return url.href.replace(/\/+$/, '');
    } catch (error) {
      if (error instanceof AddressNotAllowed) throw new Refusal('ADDRESS_NOT_ALLOWED', error.message);
      throw error;
    }
  }
}
