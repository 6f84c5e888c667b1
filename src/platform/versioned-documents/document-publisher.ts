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

/** A valid document with the values of its table's own columns, or the problems of an invalid document. */
export type CheckedDocument<Document> =
  | Pick<VersionDraft<Document>, 'document' | 'columns'>
  | { issues: readonly ValueIssue[] };

interface DocumentPublisherOptions<Document extends object, Entity extends StoredVersion> {
  readonly versions: Pick<VersionedDocuments<Document, { version: number; sha256: string }>, 'newest' | 'publish'>;
  readonly entity: EntityClass<Entity>;
  /** Validates a document before it is published. */
  check(sent: unknown): Promise<CheckedDocument<Document>>;
  readonly Invalid: new (issues: readonly ValueIssue[]) => DocumentInvalid;
  readonly Conflict: new (basedOn: number) => DocumentConflict;
}

/** The version in force after publishing, or the problem that prevented it. */
type PublishResult<Entity> = Entity | ChangeHeld | InputInvalid | DocumentInvalid | DocumentConflict;

/** Publishes versions of a document and compares them. */
export class DocumentPublisher<Document extends object, Entity extends StoredVersion> {
  readonly #options: DocumentPublisherOptions<Document, Entity>;

  /**
   * Compares the version with this id to the version number `since`, by default the previous version. Null when either version
   * doesn't exist.
   */
  readonly changes: (ctx: Context, id: string, since: number | null) => Promise<DocumentChanges | null>;

  constructor(options: DocumentPublisherOptions<Document, Entity>) {
    this.#options = options;
    this.changes = changesOf(options.entity);
  }

  /**
   * Publishes the next version. If the document equals the newest version, publishes nothing and returns that version, so that a
   * repeated request has no further effect.
   */
  async publish(ctx: Context, { document, reason, ifVersion }: PublicationInput): Promise<PublishResult<Entity>> {
    const issues = publicationIssues({ reason, ifVersion });
    if (issues.length > 0) return new InputInvalid(issues);
    return this.#publish(ctx, document, { reason, basedOn: ifVersion, restoredFrom: null });
  }

  /**
   * Publishes the document of an earlier version as the next version. The document is validated again, because objects it refers
   * to can have changed.
   */
  async restore(ctx: Context, { version, reason }: RestorationInput): Promise<PublishResult<Entity>> {
    const issues = publicationIssues({ reason, version });
    if (issues.length > 0) return new InputInvalid(issues);
    const { versions, entity } = this.#options;
    const [newest, earlier] = await Promise.all([
      versions.newest(),
      ctx.em.findOne(entity as EntityClass<StoredVersion>, { number: version }),
    ]);
    if (!earlier) return new InputInvalid([{ pointer: '/version', detail: `The document has no version ${version}.` }]);
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
