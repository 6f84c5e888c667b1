import { reportChanges } from '../audit/report-changes.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { SharedRead } from '../database/shared-read.ts';
import type { ChangeHeld } from '../held-changes/change-held.ts';
import type { ChangeMaker, HeldChangeKind, HoldChange } from '../held-changes/held-changes.ts';
import { type IdKind, newId } from '../ids.ts';
import { outsideRequests } from '../request-scope.ts';
import { type VersionRow, type VersionTable, versionTable } from './version.sql.ts';

/** How old what is known may be, for a process that was not told of a newer one. Hot paths ask for it with every call. */
const MAX_AGE_MS = 1_000;
/** From this age on the next one who asks has it read anew, and waits for nothing. */
const REFRESH_AFTER_MS = 500;
/** Versions that are kept at hand, above all for who looks at old decisions. */
const MAX_HELD = 32;

/** What is held of a version. */
export interface DocumentVersion {
  readonly version: number;
  readonly sha256: string;
}

/** What somebody publishes. */
export interface VersionDraft<Document> {
  readonly document: Document;
  readonly reason: string;
  /** The version that was edited. */
  readonly basedOn: number;
  /** The earlier version whose document it is; null for one that was edited. */
  readonly restoredFrom: number | null;
  /** What the table has beside the columns that all such tables have. */
  readonly columns?: Readonly<Record<string, unknown>>;
}

export interface VersionedDocumentsOptions<Document, Version> {
  readonly database: Database;
  readonly table: string;
  readonly id: IdKind;
  /** Columns of the table's own, with their types. */
  readonly columns?: Readonly<Record<string, string>>;
  of(document: Document, named: DocumentVersion): Version;
  /** By which whoever has a document can say which one it is. */
  digest(document: Document): string;
  /** What is in force where nothing was published yet. */
  first(): Promise<Pick<VersionDraft<Document>, 'document' | 'reason' | 'columns'>>;
  /** Tells of a version, in the transaction that writes it. */
  published?(ctx: Context, written: { id: string; number: number }): void;
  /** Milliseconds of a clock that never goes back. */
  now?(): number;
}

/**
 * One document in numbered versions, none of which is ever changed: the newest is read from memory, and the next is published by
 * who edited the newest.
 */
export class VersionedDocuments<Document extends object, Version extends DocumentVersion> {
  readonly #options: VersionedDocumentsOptions<Document, Version>;
  readonly #now: () => number;
  readonly #table: VersionTable;
  readonly #reading: SharedRead<Version>;
  readonly #held = new Map<number, Version>();
  #newest: Version | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** What was asked of the database before this is not taken for news any more. */
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
   * The one in force, at most a second late, and the same object for as long as it is in force. While the database is away, the
   * last that was known.
   */
  current(): Promise<Version> | Version {
    const ageMs = this.#now() - this.#readAt;
    if (this.#newest === null || ageMs >= MAX_AGE_MS) return this.#reading.get();
    if (ageMs >= REFRESH_AFTER_MS && !this.#isRefreshing) this.#refresh();
    return this.#newest;
  }

  /** The newest as the database has it now. */
  newest(): Promise<Version> {
    this.forget();
    return this.#reading.get();
  }

  /** Any version; null where there is none of this number. */
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
   * Writes the next version and gives its number. What the newest one says already is not published again: its number is given, so
   * that a request that was sent twice is done once. Null where another version than the one that was edited is the newest: of two
   * who publish at once, one does. Where two people have to agree to it, it is held instead.
   */
  async publish(ctx: Context, publication: VersionDraft<Document>): Promise<number | ChangeHeld | null> {
    const { basedOn, document } = publication;
    const newest = await this.newest();
    if (newest.sha256 === this.#options.digest(document)) return newest.version;
    if (newest.version !== basedOn) return null;
    return (await this.#holdBack(ctx, publication)) ?? this.#write(ctx, publication);
  }

  /**
   * Has what is published looked at by `hold` first. Gives how a publication is made that was held.
   * @param name what it is called in a sentence, e.g. `catalogue`
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
    // In force here from the next call on.
    this.forget();
    return number;
  }

  /**
   * Publishes what came with a new version of the service, where no version of the document ever had it: once in the life of an
   * installation, so that what operators take out again stays out. Of several processes that do so at once, one does.
   *
   * @param had asks whether any version has it
   * @param next what the newest becomes; null where nothing is to be added
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

  /** The next one who asks reads it anew. */
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
      // Never back: a read that took long must not hide what was published meanwhile.
      if (newer && newer[0] > (this.#newest?.version ?? 0)) this.#newest = this.#hold(newer);
      this.#newest ??= await this.#first();
    } catch (error) {
      if (!this.#newest) throw error;
    }
    if (askedAt >= this.#staleBefore) this.#readAt = Math.max(this.#readAt, askedAt);
    return this.#newest;
  }

  /** Of several processes that begin at once, one makes it and all read the same. */
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

/** Who published what nobody did. */
const SERVICE = 'service';
