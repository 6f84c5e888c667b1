import { createHash } from 'node:crypto';
import type { ModelsApi } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { SharedRead } from '../../platform/database/shared-read.ts';
import { publish } from '../../platform/events/outbox.ts';
import { newId } from '../../platform/ids.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { canonicalBytes } from '../../proof/json.ts';
import type { RoutingPolicyDocument, RoutingPolicyDraft } from './policy.ts';
import { policyOf } from './policy-of-catalogue.ts';

declare module '../../platform/events/outbox.ts' {
  interface Events {
    'routing-policy.published': { routingPolicyId: string; number: number };
  }
}

/** How old the policy may be that a request is routed by, for a process that was not told of a newer one. */
const MAX_AGE_MS = 1_000;
/** From this age on the next one who asks has it read anew, and waits for nothing. */
const REFRESH_AFTER_MS = 500;
/** A policy of a few kilobytes; those asked for lately are held, above all for replaying. */
const MAX_HELD = 64;

type Row = [number: number, sha256: string, document: string];

export interface PolicyToPublish {
  draft: RoutingPolicyDraft;
  reason: string;
  /** What the draft was checked against. */
  catalogueVersion: number;
  /** The version that it was made from: it has to be the newest still. */
  basedOn: number;
}

/** The routing policy in its versions. The newest is held in the process, the first is made of the catalogue's slots. */
export class PolicyBook {
  readonly #database: Database;
  readonly #models: Pick<ModelsApi, 'current'>;
  readonly #held = new Map<number, RoutingPolicyDocument>();
  readonly #newest: SharedRead<RoutingPolicyDocument>;
  #current: { at: number; policy: RoutingPolicyDocument } | null = null;
  #isRefreshing = false;

  constructor(database: Database, models: Pick<ModelsApi, 'current'>) {
    this.#database = database;
    this.#models = models;
    this.#newest = new SharedRead(() => outsideRequests(() => this.#readNewest()));
  }

  /**
   * The one in force, at most a second late, and the same object for as long as it is in force. While the database is away, the
   * last that was known.
   */
  current(): Promise<RoutingPolicyDocument> | RoutingPolicyDocument {
    const held = this.#current;
    const ageMs = held === null ? Number.POSITIVE_INFINITY : performance.now() - held.at;
    if (held === null || ageMs >= MAX_AGE_MS) return this.#newest.get();
    if (ageMs >= REFRESH_AFTER_MS && !this.#isRefreshing) this.#refresh();
    return held.policy;
  }

  /** The newest as the database has it now. */
  newest(): Promise<RoutingPolicyDocument> {
    this.forget();
    return this.#newest.get();
  }

  /** Any version; null where there is none of this number. */
  async version(number: number): Promise<RoutingPolicyDocument | null> {
    const held = this.#held.get(number);
    if (held) return held;
    const row = await this.#database.readRow<Row>(READ_VERSION, [number]);
    return row ? this.#hold(row) : null;
  }

  /** Writes the next version. Answers its id; null where another version than the one that was edited is the newest. */
  async publish(ctx: Context, { draft, reason, catalogueVersion, basedOn }: PolicyToPublish): Promise<string | null> {
    const number = basedOn + 1;
    const values = valuesOf(number, draft, catalogueVersion, reason, ctx.principal.actor);
    const id = await ctx.transactional(async (inner) => {
      const [row] = await sql<{ id: string }>(inner.em, INSERT, values);
      if (row) publish(inner, 'routing-policy.published', { routingPolicyId: row.id, number });
      return row?.id ?? null;
    });
    this.forget();
    return id;
  }

  /**
   * Publishes the next version with a rule for pictures, where no version ever had one: once in the life of an installation that
   * is older than they are. Of several processes that do so at once, one does.
   */
  async adoptImages(): Promise<void> {
    const [catalogue, policy] = await Promise.all([this.#models.current(), this.newest()]);
    const names = catalogue.tasks.filter(({ kind }) => kind === 'IMAGE').map(({ name }) => name);
    const hadRule = await this.#database.readValue<boolean>({ name: 'routing_policy_had_rule', text: HAD_RULE }, [
      names,
    ]);
    if (hadRule || names.length === 0) return;
    const rules = policyOf(catalogue).rules.filter(({ task }) => names.includes(task));
    const draft = { rules: [...policy.rules, ...rules], attempts: policy.attempts };
    const reason = `A rule for ${names.join(', ')}, which came with this version of the service.`;
    const values = valuesOf(policy.version + 1, draft, catalogue.version, reason, 'service');
    await outsideRequests(() => this.#database.readRow({ name: 'routing_policy_first', text: INSERT }, values));
    this.forget();
  }

  /** The next one who asks reads it anew. */
  forget(): void {
    if (this.#current) this.#current.at = Number.NEGATIVE_INFINITY;
  }

  #refresh(): void {
    this.#isRefreshing = true;
    this.#newest
      .get()
      .catch(() => {})
      .finally(() => {
        this.#isRefreshing = false;
      });
  }

  async #readNewest(): Promise<RoutingPolicyDocument> {
    const at = performance.now();
    const known = this.#current?.policy;
    try {
      const newer = await this.#database.readRow<Row>(READ_NEWER, [known?.version ?? 0]);
      const policy = newer ? this.#hold(newer) : (known ?? (await this.#first()));
      this.#current = { at, policy };
      return policy;
    } catch (error) {
      if (known) return known;
      throw error;
    }
  }

  /** Of several processes that start at once, one makes it and all read the same. */
  async #first(): Promise<RoutingPolicyDocument> {
    const catalogue = await this.#models.current();
    const reason = `Made from the slots of version ${catalogue.version} of the catalogue, at the first start.`;
    await this.#database.readRow(
      { name: 'routing_policy_first', text: INSERT },
      valuesOf(1, policyOf(catalogue), catalogue.version, reason, 'service'),
    );
    return this.#hold((await this.#database.readRow<Row>(READ_NEWER, [0]))!);
  }

  #hold([version, sha256, document]: Row): RoutingPolicyDocument {
    const held = this.#held.get(version);
    if (held) return held;
    const { rules, attempts } = JSON.parse(document) as RoutingPolicyDraft;
    const policy = { version, sha256, rules, attempts };
    if (this.#held.size >= MAX_HELD) this.#held.delete(this.#held.keys().next().value!);
    this.#held.set(version, policy);
    return policy;
  }
}

/** Of the canonical JSON, so that whoever has the document can say which one it is. */
export function policyDigest({ rules, attempts }: RoutingPolicyDraft): string {
  return createHash('sha256').update(canonicalBytes({ rules, attempts })).digest('hex');
}

function valuesOf(
  number: number,
  { rules, attempts }: RoutingPolicyDraft,
  catalogueVersion: number,
  reason: string,
  publishedBy: string,
): unknown[] {
  const draft = { rules, attempts };
  const digest = policyDigest(draft);
  return [newId('routingPolicy'), number, JSON.stringify(draft), digest, catalogueVersion, reason, publishedBy];
}

const READ_VERSION = {
  name: 'routing_policy_version',
  text: 'select number, sha256, document::text from routing_policy where number = $1',
};

const READ_NEWER = {
  name: 'routing_policy_newer',
  text: 'select number, sha256, document::text from routing_policy where number > $1 order by number desc limit 1',
};

const HAD_RULE = `select exists (
  select from routing_policy, jsonb_array_elements(document -> 'rules') as rule where rule ->> 'task' = any($1::text[]))`;

/** Only the number that comes next: of two that are published at once, one is first, and there are no holes. */
const INSERT = `insert into routing_policy (id, number, document, sha256, catalogue_version, reason, published_by)
  select $1, $2::int, $3::jsonb, $4, $5::int, $6, $7
  where $2::int = 1 + (select coalesce(max(number), 0) from routing_policy)
  on conflict (number) do nothing returning id`;
