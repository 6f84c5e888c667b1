import type { ValueIssue } from '../platform/errors/errors.ts';
import { DocumentPublisher } from '../platform/versioned-documents/document-publisher.ts';
import { documentDigest } from '../proof/document-digest.ts';
import type { Catalogue, CatalogueDocument } from './catalogue.ts';
import { CatalogueVersion } from './catalogue-version.entity.ts';
import type { CatalogueVersions } from './catalogue-versions.ts';
import { checkCatalogue } from './check/check-catalogue.ts';
import { CatalogueConflict, CatalogueInvalid } from './models.problems.ts';
import { withTaskVersions } from './task-versions.ts';

/**
 * Publishes versions of the catalogue. The version number of a task increases when the task differs from that of the newest
 * catalogue.
 */
export class CatalogueService extends DocumentPublisher<CatalogueDocument, CatalogueVersion> {
  readonly #versions: CatalogueVersions;

  constructor(versions: CatalogueVersions) {
    super({
      versions,
      entity: CatalogueVersion,
      async check(sent) {
        const checked = checkCatalogue(sent);
        if (!checked.isSound) return { issues: checked.faults };
        return { document: withTaskVersions(checked.document, await versions.newest()) };
      },
      Invalid: CatalogueInvalid,
      Conflict: CatalogueConflict,
    });
    this.#versions = versions;
  }

  /** Checks a document and returns the catalogue that it would be as the next version. Publishes nothing. */
  async proposed(sent: unknown): Promise<{ catalogue: Catalogue } | { faults: readonly ValueIssue[] }> {
    const checked = checkCatalogue(sent);
    if (!checked.isSound) return { faults: checked.faults };
    const newest = await this.#versions.current();
    const document = withTaskVersions(checked.document, newest);
    return { catalogue: { ...document, version: newest.version + 1, sha256: documentDigest(document) } };
  }
}
