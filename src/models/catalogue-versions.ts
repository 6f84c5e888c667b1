import { createHash } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { canonicalBytes } from '../proof/json.ts';
import type { Catalogue, CatalogueDocument, DeploymentEntry, TaskEntry } from './catalogue.ts';
import { SEED } from './seed/seed-catalogue.ts';
import { withImages } from './seed/with-images.ts';

/** How old what is known may be. Asked for by every call, so it is asked of the database at most this often. */
const MAX_AGE_MS = 1_000;
/** From this age on the next one who asks has it read anew, and waits for nothing. */
const REFRESH_AFTER_MS = 500;
/** Earlier versions that are kept at hand, for who looks at old decisions. */
const MAX_KEPT = 20;

interface VersionRow {
  number: number;
  sha256: string;
  document: CatalogueDocument;
}

/** Who publishes what, and why. */
export interface Publication {
  document: CatalogueDocument;
  reason: string;
  /** The version that was edited. */
  basedOn: number;
}

/** The versions of the catalogue: read from memory, published into an insert-only table. */
export class CatalogueVersions {
  readonly #database: Database;
  readonly #now: () => number;
  #newest: Catalogue | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** What was asked of the database before this is not taken for news any more. */
  #staleBefore = Number.NEGATIVE_INFINITY;
  #reading: Promise<Catalogue> | null = null;
  readonly #earlier = new Map<number, Catalogue>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(database: Database, now = () => performance.now()) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * The newest version, at most a second late; the same object as long as it is the newest. While the database is away, the
   * last that was known.
   */
  current(): Promise<Catalogue> {
    const ageMs = this.#now() - this.#readAt;
    if (this.#newest && ageMs < MAX_AGE_MS) {
      if (ageMs >= REFRESH_AFTER_MS) this.#read().catch(() => {});
      return Promise.resolve(this.#newest);
    }
    return this.#read();
  }

  /** Any version; null where there is none of this number. */
  async version(number: number): Promise<Catalogue | null> {
    const newest = await this.current();
    if (number === newest.version) return newest;
    if (!Number.isInteger(number) || number < 1 || number > newest.version) return null;
    const kept = this.#earlier.get(number);
    if (kept) return kept;
    const row = await this.#rowOf(number);
    if (!row) return null;
    const catalogue = catalogueOf(row);
    this.#earlier.set(number, catalogue);
    if (this.#earlier.size > MAX_KEPT) this.#earlier.delete(this.#earlier.keys().next().value!);
    return catalogue;
  }

  /** Makes the first version where there is none. Of several processes that do so at once, one does. */
  async seed(): Promise<void> {
    await outsideRequests(() =>
      this.#database.readRow({ name: 'catalogue_seed', text: SEED_STATEMENT }, [
        newId('catalogueVersion'),
        JSON.stringify(SEED),
        hashOf(SEED),
        'What the service began with.',
      ]),
    );
  }

  /**
   * Publishes the next version with the task for pictures, where no version ever had it: once in the life of an installation, so
   * that what operators take out again stays out. Of several processes that do so at once, one does.
   */
  async adoptImages(): Promise<void> {
    const newest = await this.current();
    const hadImages = await this.#database.readValue<boolean>({ name: 'catalogue_had_images', text: HAD_IMAGES }, []);
    if (hadImages) return;
    const { version, sha256: _, ...document } = newest;
    const next = withImages(document);
    await outsideRequests(() =>
      this.#database.readRow({ name: 'catalogue_adopt', text: PUBLISH_STATEMENT }, [
        newId('catalogueVersion'),
        version,
        JSON.stringify(next),
        hashOf(next),
        'The task for pictures, media/image, which came with this version of the service.',
        'service',
      ]),
    );
    this.#forget();
  }

  /**
   * Writes the next version. Answers its id, or null where another version than the one that was edited is the newest: of two
   * who publish at once, one does.
   */
  async publish(ctx: Context, { document, reason, basedOn }: Publication): Promise<string | null> {
    const id = newId('catalogueVersion');
    const rows = await sql(ctx.em, PUBLISH_STATEMENT, [
      id,
      basedOn,
      JSON.stringify(document),
      hashOf(document),
      reason,
      ctx.principal.actor,
    ]);
    this.#forget();
    return rows.length > 0 ? id : null;
  }

  /** What was published is in force here from the next call on; others are at most a second late. */
  #forget(): void {
    this.#staleBefore = this.#now();
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#reading = null;
  }

  #read(): Promise<Catalogue> {
    if (this.#reading) return this.#reading;
    const reading = outsideRequests(() => this.#readNewest()).finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    this.#reading = reading;
    return reading;
  }

  async #readNewest(): Promise<Catalogue> {
    const askedAt = this.#now();
    try {
      const number = await this.#database.readValue<number | null>(
        { name: 'catalogue_newest', text: 'select max(number) from catalogue_version' },
        [],
      );
      // Never back: a read that took long must not hide what was published meanwhile.
      if (!this.#newest || (number ?? 0) > this.#newest.version) {
        if (number === null) await this.seed();
        this.#newest = catalogueOf((await this.#rowOf(number ?? 1))!);
      }
    } catch (error) {
      if (!this.#newest) throw error;
    }
    if (askedAt >= this.#staleBefore) this.#readAt = Math.max(this.#readAt, askedAt);
    return this.#newest;
  }

  async #rowOf(number: number): Promise<VersionRow | null> {
    const row = await this.#database.readRow<[number, string, CatalogueDocument]>(
      { name: 'catalogue_version', text: 'select number, sha256, document from catalogue_version where number = $1' },
      [number],
    );
    return row ? { number: row[0], sha256: row[1], document: row[2] } : null;
  }
}

const SEED_STATEMENT = `insert into catalogue_version (id, number, document, sha256, reason, published_by, published_at)
  select $1, 1, $2::jsonb, $3, $4, 'service', clock_timestamp()
  where not exists (select from catalogue_version)
  on conflict (number) do nothing`;

const PUBLISH_STATEMENT = `insert into catalogue_version (id, number, document, sha256, reason, published_by, published_at)
  select $1, $2::int + 1, $3::jsonb, $4, $5, $6, clock_timestamp()
  where (select max(number) from catalogue_version) = $2::int
  on conflict (number) do nothing returning id`;

const HAD_IMAGES = `select exists (
  select from catalogue_version where document @? '$.tasks[*] ? (@.kind == "IMAGE")')`;

/** Versions from before there were pictures do not say what is of which kind: it was of texts, all of it. */
function catalogueOf({ number, sha256, document }: VersionRow): Catalogue {
  const { slots, clusters } = document;
  return {
    clusters,
    slots,
    tasks: document.tasks.map(withKind<TaskEntry>),
    deployments: document.deployments.map(withKind<DeploymentEntry>),
    prices: document.prices.map((price) => ({ ...price, images: price.images ?? null })),
    version: number,
    sha256,
  };
}

const withKind = <Entry extends { readonly kind?: string }>(entry: Entry): Entry => ({ kind: 'TEXT', ...entry });

/** SHA-256 of the canonical JSON (RFC 8785) in UTF-8, 64 hex digits. */
export function hashOf(document: CatalogueDocument): string {
  return createHash('sha256').update(canonicalBytes(document)).digest('hex');
}
