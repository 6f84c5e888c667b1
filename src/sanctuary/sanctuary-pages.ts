import { createHash } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import { describeCode, type ErrorCode, errorCodes } from '../platform/errors/error-codes.ts';
import { Refusal } from '../platform/errors/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { VERSION } from '../platform/program/version.ts';
import {
  ExplainRouteDocument,
  type ExplainRouteInput,
  SanctuaryFactsDocument,
  type SanctuaryFactsQuery,
} from '../rest/generated/graphql.ts';
import type { Operations } from '../rest/index.ts';
import { adviceOf, problemPath, retryRule } from '../site/index.ts';
import { sanctuaryHtml } from './html.ts';
import type { SanctuaryBuild } from './page-bundle.ts';
import type { ErrorFacts, Explanation, SanctuaryData, SanctuaryFacts } from './page-data.ts';

/** Maximum delay in milliseconds until the page shows a new version of the model catalogue or the routing policy. */
const FACTS_MAX_AGE_MS = 2_000;
/** Maximum number of cached pages, of about 150 kB each. A page that isn’t cached takes some milliseconds longer. */
const MAX_PAGES = 32;

/** Renders the page for an address, with data that GraphQL returns to an anonymous caller. Pages are cached by this data. */
export class SanctuaryPages {
  readonly #platform: Pick<Platform, 'publicUrl' | 'probes'>;
  readonly #factsOf: (variables: Record<string, never>, ctx: Context) => Promise<SanctuaryFactsQuery>;
  readonly #explain: (variables: { input: ExplainRouteInput }, ctx: Context) => Promise<{ explainRoute: Explanation }>;
  readonly #pages = new Map<string, Buffer>();
  #facts: { facts: Promise<SanctuaryFacts>; readAt: number } | null = null;

  constructor(operations: Operations, platform: Pick<Platform, 'publicUrl' | 'probes'>) {
    const unchanged = (pointer: string) => pointer;
    this.#platform = platform;
    this.#factsOf = operations.prepare(SanctuaryFactsDocument, unchanged);
    this.#explain = operations.prepare(ExplainRouteDocument, unchanged);
  }

  /**
   * Returns the page for a query string.
   * @param search query string as received, not validated
   */
  async page({ bundle, ...files }: SanctuaryBuild, search: string, ctx: Context): Promise<Buffer> {
    const facts = await this.#knownFacts(ctx);
    const canonical = bundle.canonicalSearch(search, facts);
    const explanation = await this.#explanation(ctx, bundle.explainInput(canonical, facts));
    const data: SanctuaryData = { facts, search: canonical, explanation };
    const json = JSON.stringify(data);
    const key = createHash('sha256').update(json).digest('base64');
    const known = this.#pages.get(key);
    const page = known ?? sanctuaryHtml(bundle.write(data), json, files);
    // Moves the page to the end of the map, so that the least recently used page is the first.
    this.#pages.delete(key);
    this.#pages.set(key, page);
    if (this.#pages.size > MAX_PAGES) this.#pages.delete(this.#pages.keys().next().value!);
    return page;
  }

  /** Routing decision of the gateway. Null if the request is refused; the page then says that the gateway didn’t respond. */
  async #explanation(ctx: Context, input: ExplainRouteInput): Promise<Explanation | null> {
    try {
      return (await this.#explain({ input }, ctx)).explainRoute;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return null;
      throw error;
    }
  }

  /** Cached data that is the same for all visitors. Concurrent requests share one read. A failed read isn’t cached. */
  #knownFacts(ctx: Context): Promise<SanctuaryFacts> {
    const now = performance.now();
    if (this.#facts && now - this.#facts.readAt < FACTS_MAX_AGE_MS) return this.#facts.facts;
    const reading = { facts: this.#readFacts(ctx), readAt: now };
    this.#facts = reading;
    reading.facts.catch(() => {
      if (this.#facts === reading) this.#facts = null;
    });
    return reading.facts;
  }

  async #connections(): Promise<string[]> {
    const { probes } = this.#platform;
    const used = await Promise.all(probes.map(async (probe) => (await probe.isUsed?.().catch(() => false)) ?? true));
    return probes.filter((_, at) => used[at]).map(({ name }) => name);
  }

  async #readFacts(ctx: Context): Promise<SanctuaryFacts> {
    const { clusters, disclaimer } = await this.#factsOf({}, ctx);
    return {
      version: VERSION,
      publicUrl: this.#platform.publicUrl,
      clusters: await Promise.all(
        clusters.map(async ({ slots, ...cluster }) => ({
          ...cluster,
          tasks: await Promise.all(
            slots.map(async ({ purpose, task }) => {
              const { decision } = (await this.#explain({ input: { task: task.name, inputTokens: 1 } }, ctx))
                .explainRoute;
              const deployments = decision.candidates.map(({ deployment }) => deployment);
              return { ...task, purpose, deployments, isSimulated: decision.isSimulated };
            }),
          ),
        })),
      ),
      errors: errorCodes()
        .map(errorFacts)
        .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1)),
      disclaimer: disclaimer ?? null,
      connections: await this.#connections(),
    };
  }
}

function errorFacts(code: ErrorCode): ErrorFacts {
  const { status, title, cause = null } = describeCode(code);
  return { code, path: problemPath(code), status, title, cause, advice: adviceOf(code), retry: retryRule(code) };
}
