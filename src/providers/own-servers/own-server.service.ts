import { tellChanges } from '../../platform/audit/tell-changes.ts';
import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';
import type { EnvelopeEncryption } from '../../platform/encryption/envelope-encryption.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { InputInvalid, NotFound } from '../../platform/graphql/schema/problem.ts';
import { AddressNotAllowed, type GuardedAddresses } from '../../platform/http/guarded-addresses.ts';
import { newId } from '../../platform/ids.ts';
import type { RoutesToModels } from '../calls/routes-to-models.ts';
import { hintOf, keyIssue } from '../keys/key-rules.ts';
import { type Tested, testKey } from '../keys/key-test.ts';
import type { ProviderKeyService } from '../keys/provider-key.service.ts';
import { OwnServer } from './own-server.entity.ts';

const MAX_MODEL_LENGTH = 200;

export interface OwnServerOptions {
  keys: ProviderKeyService;
  addresses: GuardedAddresses;
  encryption: EnvelopeEncryption;
  routes: RoutesToModels;
  /** Called when a server has changed. */
  changed: () => void;
}

export interface OwnServerSettings {
  baseUrl: string;
  key?: string | null;
  model?: string | null;
  imageModel?: string | null;
}

/** A customer's own server: one for each, called with the customer's key alone. */
export class OwnServerService {
  readonly #options: OwnServerOptions;

  constructor(options: OwnServerOptions) {
    this.#options = options;
  }

  /** Puts a server in the place of the one there was. @throws Refusal ADDRESS_NOT_ALLOWED, PLAN_NOT_SUFFICIENT */
  async set(ctx: Context, { baseUrl, key, model, imageModel }: OwnServerSettings): Promise<OwnServer | InputInvalid> {
    const customerId = await this.#options.keys.bringer(ctx);
    const issue = key ? keyIssue(key) : null;
    if (issue) return new InputInvalid([issue]);
    for (const [name, value] of Object.entries({ model, imageModel })) {
      if (value == null || /^[\x21-\x7e]{1,200}$/.test(value)) continue;
      const detail = `The name of a model has 1 to ${MAX_MODEL_LENGTH} signs of ASCII, and no spaces.`;
      return new InputInvalid([{ pointer: `/${name}`, detail }]);
    }
    const url = await this.#allowed(baseUrl);
    const id = newId('ownServer');
    const secret = key ? this.#options.encryption.encrypt(Buffer.from(key, 'utf8'), id) : null;
    await ctx.transactional(async ({ em }) => {
      // By one statement: of two who set one at once the last one holds, with the key that came with it.
      await sql(
        em,
        `insert into own_server (id, customer_id, base_url, model, image_model, secret, hint, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (customer_id) do update
         set id = excluded.id, base_url = excluded.base_url, model = excluded.model, image_model = excluded.image_model,
             secret = excluded.secret, hint = excluded.hint, created_by = excluded.created_by,
             created_at = current_timestamp(3)`,
        [id, customerId, url, model ?? null, imageModel ?? null, secret, key ? hintOf(key) : null, ctx.principal.actor],
      );
      tellChanges([id]);
    });
    this.#options.changed();
    ctx.logger.info({ ownServer: id, customerId }, 'an own server was set');
    return ctx.em.findOneOrFail(OwnServer, id);
  }

  async remove(ctx: Context, id: string): Promise<string | NotFound> {
    const customerId = ctx.principal.subjectId!;
    const wasThere = await ctx.transactional(async ({ em }) => {
      const rows = await sql(em, 'delete from own_server where id = $1 and customer_id = $2 returning id', [
        id,
        customerId,
      ]);
      if (rows.length > 0) tellChanges([id]);
      return rows.length > 0;
    });
    if (!wasThere) return new NotFound(id);
    this.#options.changed();
    ctx.logger.info({ ownServer: id, customerId }, 'an own server was removed');
    return id;
  }

  /** Asks the server for its models. */
  async test(ctx: Context, id: string): Promise<Tested | NotFound> {
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

  /** As it is kept. A name that does not resolve at this moment may do so when it is called, and is judged then again. */
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
