import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import { ChangeHeld } from '../platform/held-changes/change-held.ts';
import { changesOf } from '../platform/versioned-documents/changes-of.ts';
import type { DocumentChanges } from '../platform/versioned-documents/document-changes.types.ts';
import { publicationIssues } from '../platform/versioned-documents/publication-check.ts';
import { documentDigest } from '../proof/document-digest.ts';
import type { Catalogue } from './catalogue.ts';
import { CatalogueVersion } from './catalogue-version.entity.ts';
import type { CatalogueVersions } from './catalogue-versions.ts';
import { checkCatalogue } from './check/check-catalogue.ts';
import type { PublishCatalogueInput, RestoreCatalogueInput } from './models.inputs.ts';
import { CatalogueConflict, CatalogueInvalid } from './models.problems.ts';
import { withTaskVersions } from './numbered-tasks.ts';

/** What somebody wants published. */
interface Sent {
  document: unknown;
  reason: string;
  basedOn: number;
  restoredFrom: number | null;
}

type Published = ChangeHeld | CatalogueVersion | InputInvalid | CatalogueInvalid | CatalogueConflict;

/** Publishing versions of the catalogue. */
export class CatalogueService {
  readonly #versions: CatalogueVersions;

  constructor(versions: CatalogueVersions) {
    this.#versions = versions;
  }

  /**
   * Publishes the next version. What the newest one says already is not published again: it is answered, so that a request that
   * was sent twice is done once.
   */
  async publish(ctx: Context, { document, reason, basedOnVersion }: PublishCatalogueInput): Promise<Published> {
    const issues = publicationIssues({ reason, basedOnVersion });
    if (issues.length > 0) return new InputInvalid(issues);
    return this.#publish(ctx, { document, reason, basedOn: basedOnVersion, restoredFrom: null });
  }

  /**
   * Publishes what an earlier version said as the next one, checked as if it were new: what a catalogue must be may have changed
   * since. Tasks that are other than in the newest are counted on, and never back.
   */
  async restore(ctx: Context, { version, reason }: RestoreCatalogueInput): Promise<Published> {
    const issues = publicationIssues({ reason, version });
    if (issues.length > 0) return new InputInvalid(issues);
    const [newest, earlier] = await Promise.all([
      this.#versions.newest(),
      ctx.em.findOne(CatalogueVersion, { number: version }),
    ]);
    if (!earlier) return new InputInvalid([{ pointer: '/version', detail: `There is no version ${version}.` }]);
    const { document } = earlier;
    return this.#publish(ctx, { document, reason, basedOn: newest.version, restoredFrom: version });
  }

  /** What somebody sends, as it would be if it were published next. */
  async proposed(sent: unknown): Promise<{ catalogue: Catalogue } | { faults: readonly ValueIssue[] }> {
    const checked = checkCatalogue(sent);
    if (!checked.isSound) return { faults: checked.faults };
    const newest = await this.#versions.current();
    const document = withTaskVersions(checked.document, newest);
    return { catalogue: { ...document, version: newest.version + 1, sha256: documentDigest(document) } };
  }

  /** Between the version of this id and another, or the one before it. Null where there is none of that number. */
  changes(ctx: Context, id: string, since: number | null): Promise<DocumentChanges | null> {
    return changes(ctx, id, since);
  }

  async #publish(ctx: Context, { document: sent, reason, basedOn, restoredFrom }: Sent): Promise<Published> {
    const checked = checkCatalogue(sent);
    if (!checked.isSound) return new CatalogueInvalid(checked.faults);
    const document = withTaskVersions(checked.document, await this.#versions.newest());
    const publication = { document, reason: reason.trim(), basedOn, restoredFrom };
    const number = await this.#versions.publish(ctx, publication);
    if (number instanceof ChangeHeld) return number;
    return number === null ? new CatalogueConflict(basedOn) : ctx.em.findOneOrFail(CatalogueVersion, { number });
  }
}

const changes = changesOf(CatalogueVersion);
