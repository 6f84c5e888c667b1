import { reportChanges } from '../audit/report-changes.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { SharedRead } from '../database/shared-read.ts';
import type { ChangeHeld } from '../held-changes/change-held.ts';
import type { ChangeMaker, HeldChangeKind, HoldChange } from '../held-changes/held-changes.ts';
import { type IdKind, newId } from '../ids.ts';
import { outsideRequests } from '../request-scope.ts';
import { type VersionRow, type VersionTable, versionTable } from './version.sql.ts';

/**
 * Maximum age in milliseconds of the cached version, if this process missed the event of a newer one. Frequent operations read
 * only the cache.
 */
const MAX_AGE_MS = 1_000;
/** Age in milliseconds from which a read of the cache also refreshes it in the background. */
const REFRESH_AFTER_MS = 500;
/** Maximum number of cached versions. Old versions are mostly needed to show old decisions. */
const MAX_HELD = 32;

/** Number and digest of a version. */
export interface VersionReference {
  readonly version: number;
  readonly sha256: string;
}

/** A version to publish. */
export interface VersionDraft<Document> {
  readonly document: Document;
  readonly reason: string;
  /** Number of the version that was edited. */
  readonly basedOn: number;
  /** Number of the earlier version that is restored. Null for an edited document. */
  readonly restoredFrom: number | null;
  /** Values of columns that only this document's table has. */
  readonly columns?: Readonly<Record<string, unknown>>;
}

export interface VersionedDocumentsOptions<Document, Version> {
  readonly database: Database;
  readonly table: string;
  readonly id: IdKind;
  /** Columns that only this document's table has, with their types. */
  readonly columns?: Readonly<Record<string, string>>;
  of(document: Document, named: VersionReference): Version;
  /** Digest that identifies the document. */
  digest(document: Document): string;
  /** Returns the document that is in force before anything was published. */
  first(): Promise<Pick<VersionDraft<Document>, 'document' | 'reason' | 'columns'>>;
  /** Publishes an event about a version, in the transaction that writes it. */
  published?(ctx: Context, written: { id: string; number: number }): void;
  /** Returns milliseconds of a monotonic clock. */
  now?(): number;
}

/**
 * A document in immutable, numbered versions. The newest version is read from memory. Only changes to the newest version can be
 * published.
 */
export class VersionedDocuments<Document extends object, Version extends VersionReference> {
  readonly #options: VersionedDocumentsOptions<Document, Version>;
  readonly #now: () => number;
  readonly #table: VersionTable;
  readonly #reading: SharedRead<Version>;
  readonly #held = new Map<number, Version>();
  #newest: Version | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Database reads that began before this time don't make the cached version current. */
  #staleBefore = Number.NEGATIVE_INFINITY;
  #isRefreshing = false;
  #gate: { kind: HeldChangeKind; name: string; hold: HoldChange } | null = null;

  constructor(options: VersionedDocumentsOptions<Document, Version>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#table = versionTable(options.table, options.columns ?? {});
    this.#reading = new SharedRead(() => outsideRequests(() => this.#readNewest()));
  }

  /**
   * Returns the version in force, as of at most a second ago, and the same object as long as that version is in force. While the
   * database isn't available, returns the last known version.
   */
  current(): Promise<Version> | Version {
    const ageMs = this.#now() - this.#readAt;
    if (this.#newest === null || ageMs >= MAX_AGE_MS) return this.#reading.get();
    if (ageMs >= REFRESH_AFTER_MS && !this.#isRefreshing) this.#refresh();
    return this.#newest;
  }

  /** Reads the newest version from the database. While the database isn't available, returns the last known version. */
  newest(): Promise<Version> {
    this.forget();
    return this.#reading.get();
  }

  /** Finds any version by number. Null when it doesn't exist. */
  async version(number: number): Promise<Version | null> {
    const held = this.#held.get(number);
    if (held) return held;
    const newest = await this.current();
    if (number === newest.version) return newest;
    if (!Number.isInteger(number) || number < 1 || number > newest.version) return null;
    const row = await this.#table.find(this.#options.database, number);
    return row ? this.#hold(row) : null;
  }

  /**
   * Writes the next version and returns its number. If the document equals the newest version, writes nothing and returns the
   * newest number, so that a repeated request has no further effect. Returns null if the edited version isn't the newest, so that
   * only one of two concurrent publications succeeds. If two people must approve, returns the held change instead.
   */
  async publish(ctx: Context, publication: VersionDraft<Document>): Promise<number | ChangeHeld | null> {
    const { basedOn, document } = publication;
    const newest = await this.newest();
    if (newest.sha256 === this.#options.digest(document)) return newest.version;
    if (newest.version !== basedOn) return null;
    return (await this.#holdBack(ctx, publication)) ?? this.#write(ctx, publication);
  }

  /**
   * Calls `hold` before each publication, which can hold it for a second person's approval. Returns the functions that check and
   * publish a held version.
   * @param name word for the document in a sentence, e.g. `catalogue`
   */
  heldWith(kind: HeldChangeKind, name: string, hold: HoldChange): ChangeMaker {
    this.#gate = { kind, name, hold };
    const given = (change: object) => change as VersionDraft<Document>;
    return {
      fits: async ({ em }, change) => {
        return (await this.#table.newestNumber(em)) === given(change).basedOn;
      },
      make: async (ctx, change) => (await this.#write(ctx, given(change))) !== null,
    };
  }

  async #holdBack(ctx: Context, publication: VersionDraft<Document>): Promise<ChangeHeld | null> {
    if (this.#gate === null) return null;
    const { kind, name, hold } = this.#gate;
    return hold(ctx, {
      kind,
      subjectId: kind,
      title: `Publish version ${publication.basedOn + 1} of the ${name}.`,
      details: async () => {
        const row = await this.#table.find(this.#options.database, publication.basedOn);
        return { change: { ...publication }, before: row ? JSON.parse(row[2]) : null, after: publication.document };
      },
    });
  }

  async #write(ctx: Context, publication: VersionDraft<Document>): Promise<number | null> {
    const values = this.#valuesOf(publication, ctx.principal.actor);
    const number = await ctx.transactional(async (inner) => {
      const row = await this.#table.insert(inner.em, values);
      if (row) {
        const { id, number } = row;
        reportChanges([id], [{ subjectId: id, field: 'number', before: publication.basedOn, after: number }]);
        this.#options.published?.(inner, row);
      }
      return row?.number ?? null;
    });
    // Clears the cache, so that this process uses the new version from the next call on.
    this.forget();
    return number;
  }

  /**
   * Publishes a document change that comes with a new release of the service, unless any version already had that change.
   * Operators can therefore remove the change permanently. Only one of several processes publishes it.
   * @param had statement that returns true if any version has the change
   * @param next the new document; null if there is nothing to add
   */
  async adopt(
    had: { name: string; text: string; values: unknown[] },
    next: (newest: Version) => Pick<VersionDraft<Document>, 'document' | 'reason' | 'columns'> | null,
  ): Promise<void> {
    const { database } = this.#options;
    const newest = await this.newest();
    const adopted = next(newest);
    if (!adopted) return;
    await outsideRequests(async () => {
      if (await database.readValue<boolean>(had, had.values)) return;
      const values = this.#valuesOf({ ...adopted, basedOn: newest.version, restoredFrom: null }, SERVICE);
      await this.#table.insertAlone(database, values);
    });
    this.forget();
  }

  /** Clears the cache, so that the next read asks the database. */
  forget(): void {
    this.#staleBefore = this.#now();
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  #refresh(): void {
    this.#isRefreshing = true;
    this.#reading
      .get()
      .catch(() => {})
      .finally(() => {
        this.#isRefreshing = false;
      });
  }

  async #readNewest(): Promise<Version> {
    const askedAt = this.#now();
    const { database } = this.#options;
    try {
      const newer = await this.#table.findNewer(database, this.#newest?.version ?? 0);
      // A slow read must not replace a newer version that was published in the meantime.
      if (newer && newer[0] > (this.#newest?.version ?? 0)) this.#newest = this.#hold(newer);
      this.#newest ??= await this.#first();
    } catch (error) {
      if (!this.#newest) throw error;
    }
    if (askedAt >= this.#staleBefore) this.#readAt = Math.max(this.#readAt, askedAt);
    return this.#newest;
  }

  /** Creates the first version of the document. If several processes start at once, one of them creates it and all read it. */
  async #first(): Promise<Version> {
    const { database, first } = this.#options;
    const publication = { ...(await first()), basedOn: 0, restoredFrom: null };
    await this.#table.insertAlone(database, this.#valuesOf(publication, SERVICE));
    return this.#hold((await this.#table.findNewer(database, 0))!);
  }

  #hold([version, sha256, document]: VersionRow): Version {
    const held = this.#held.get(version);
    if (held) return held;
    const made = this.#options.of(JSON.parse(document) as Document, { version, sha256 });
    if (this.#held.size >= MAX_HELD) this.#held.delete(this.#held.keys().next().value!);
    this.#held.set(version, made);
    return made;
  }

  #valuesOf(
    { document, reason, basedOn, restoredFrom, columns }: VersionDraft<Document>,
    publishedBy: string,
  ): unknown[] {
    const { id, columns: own = {} } = this.#options;
    const digest = this.#options.digest(document);
    const ownValues = Object.keys(own).map((column) => columns?.[column] ?? null);
    return [newId(id), basedOn, JSON.stringify(document), digest, reason, publishedBy, restoredFrom, ...ownValues];
  }
}

/** Value of `publishedBy` for versions that come from the service itself. */
const SERVICE = 'service';
