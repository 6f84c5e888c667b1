import type { EntityClass } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import type { ValueIssue } from '../errors/errors.ts';
import { InputInvalid } from '../graphql/schema/problem.ts';
import { ChangeHeld } from '../held-changes/change-held.ts';
import { changesOf } from './changes-of.ts';
import type { DocumentChanges } from './document-changes.types.ts';
import { publicationIssues } from './publication-check.ts';
import type { PublicationInput, RestorationInput } from './publication-types.ts';
import type { StoredVersion } from './stored-version.ts';
import type { DocumentConflict, DocumentInvalid } from './version-problems.ts';
import type { VersionDraft, VersionedDocuments } from './versioned-documents.ts';

/** A document that may be published, with what its table has beside it; or what is wrong with it. */
export type CheckedDocument<Document> =
  | Pick<VersionDraft<Document>, 'document' | 'columns'>
  | { issues: readonly ValueIssue[] };

interface DocumentPublisherOptions<Document extends object, Entity extends StoredVersion> {
  readonly versions: Pick<VersionedDocuments<Document, { version: number; sha256: string }>, 'newest' | 'publish'>;
  readonly entity: EntityClass<Entity>;
  /** Whether what is sent may be published next. */
  check(sent: unknown): Promise<CheckedDocument<Document>>;
  readonly Invalid: new (issues: readonly ValueIssue[]) => DocumentInvalid;
  readonly Conflict: new (basedOn: number) => DocumentConflict;
}

/** What came of a publication: the version that is in force now, or why it is not. */
type PublishResult<Entity> = Entity | ChangeHeld | InputInvalid | DocumentInvalid | DocumentConflict;

/** How people publish the versions of a document, and see what is other between them. */
export class DocumentPublisher<Document extends object, Entity extends StoredVersion> {
  readonly #options: DocumentPublisherOptions<Document, Entity>;

  /** Between the version of this id and another, or the one before it. Null where there is none of that number. */
  readonly changes: (ctx: Context, id: string, since: number | null) => Promise<DocumentChanges | null>;

  constructor(options: DocumentPublisherOptions<Document, Entity>) {
    this.#options = options;
    this.changes = changesOf(options.entity);
  }

  /**
   * Publishes the next version. What the newest one says already is not published again: it is answered, so that a request that
   * was sent twice is done once.
   */
  async publish(ctx: Context, { document, reason, basedOnVersion }: PublicationInput): Promise<PublishResult<Entity>> {
    const issues = publicationIssues({ reason, basedOnVersion });
    if (issues.length > 0) return new InputInvalid(issues);
    return this.#publish(ctx, document, { reason, basedOn: basedOnVersion, restoredFrom: null });
  }

  /** Publishes what an earlier version said as the next one, checked as if it were new: what it has to fit may have changed. */
  async restore(ctx: Context, { version, reason }: RestorationInput): Promise<PublishResult<Entity>> {
    const issues = publicationIssues({ reason, version });
    if (issues.length > 0) return new InputInvalid(issues);
    const { versions, entity } = this.#options;
    const [newest, earlier] = await Promise.all([
      versions.newest(),
      ctx.em.findOne(entity as EntityClass<StoredVersion>, { number: version }),
    ]);
    if (!earlier) return new InputInvalid([{ pointer: '/version', detail: `There is no version ${version}.` }]);
    return this.#publish(ctx, earlier.document, { reason, basedOn: newest.version, restoredFrom: version });
  }

  async #publish(
    ctx: Context,
    sent: unknown,
    { reason, basedOn, restoredFrom }: Pick<VersionDraft<Document>, 'reason' | 'basedOn' | 'restoredFrom'>,
  ): Promise<PublishResult<Entity>> {
    const { versions, entity, check, Invalid, Conflict } = this.#options;
    const checked = await check(sent);
    if ('issues' in checked) return new Invalid(checked.issues);
    const number = await versions.publish(ctx, { ...checked, reason: reason.trim(), basedOn, restoredFrom });
    if (number instanceof ChangeHeld) return number;
    if (number === null) return new Conflict(basedOn);
    return (await ctx.em.findOneOrFail(entity as EntityClass<StoredVersion>, { number })) as Entity;
  }
}
