import type { Context } from '../platform/context.ts';
import type { ValueIssue } from '../platform/errors.ts';
import { InputInvalid } from '../platform/graphql/problem.ts';
import { CatalogueVersion } from './catalogue-version.entity.ts';
import { type CatalogueVersions, hashOf } from './catalogue-versions.ts';
import { checkCatalogue } from './check/check-catalogue.ts';
import type { PublishCatalogueInput } from './models.inputs.ts';
import { CatalogueConflict, CatalogueInvalid } from './models.problems.ts';
import { withTaskVersions } from './numbered-tasks.ts';

const MAX_REASON_LENGTH = 2_000;
const NEWEST = { orderBy: { number: 'desc' } } as const;

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
  async publish(
    ctx: Context,
    { document: sent, reason, basedOnVersion }: PublishCatalogueInput,
  ): Promise<CatalogueVersion | InputInvalid | CatalogueInvalid | CatalogueConflict> {
    const issues: ValueIssue[] = [];
    if (reason.trim() === '' || reason.length > MAX_REASON_LENGTH) {
      issues.push({ pointer: '/reason', detail: `Say why, in 1 to ${MAX_REASON_LENGTH} characters.` });
    }
    if (basedOnVersion < 1) issues.push({ pointer: '/basedOnVersion', detail: 'Versions count from 1.' });
    if (issues.length > 0) return new InputInvalid(issues);
    const checked = checkCatalogue(sent);
    if (!checked.isSound) return new CatalogueInvalid(checked.faults);

    const newest = await ctx.em.findOneOrFail(CatalogueVersion, { number: { $gt: 0 } }, NEWEST);
    const document = withTaskVersions(checked.document, newest.document);
    if (hashOf(document) === newest.sha256) return newest;
    if (newest.number !== basedOnVersion) return new CatalogueConflict(basedOnVersion);
    const id = await this.#versions.publish(ctx, { document, reason: reason.trim(), basedOn: newest.number });
    return id === null ? new CatalogueConflict(basedOnVersion) : ctx.em.findOneOrFail(CatalogueVersion, { id });
  }
}
