import { hash } from 'node:crypto';
import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import type { Contributions } from '../platform/contributions.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { canonicalBytes } from '../proof/json.ts';
import type { Approval } from './approval.entity.ts';
import { approvalsById } from './approval.reads.ts';
import type { DescriptionSection } from './description-sections.ts';
import type { HeldContent } from './held-content.ts';

/** Everything that an approver sees of a request, as one document. */
export interface Display {
  /** The document as canonical JSON (RFC 8785). */
  readonly text: string;
  /** SHA-256 of `text` in UTF-8. */
  readonly hash: string;
}

/** The exact text to decide on, and its description. */
interface DisplayContent {
  readonly payload: Buffer;
  readonly sections: readonly DescriptionSection[];
}

export interface ApprovalDisplay {
  /** The content, or a refusal if it was deleted or has changed. */
  readonly content: DisplayContent | Refusal;
  readonly display: Display;
}

/**
 * Builds the document that approvers see, from stored facts only. It contains nothing that changes by time or other decisions,
 * and no names, which some viewers can’t see: so all viewers get the same document.
 * @param sections null if the content can’t be shown
 */
function displayOf(approval: Approval, sections: readonly DescriptionSection[] | null): Display {
  const { id, subjectKind, subjectId, title, facts, sha256, requestedBy, customerId, quorum } = approval;
  const { policyVersion, policySha256, createdAt, expiresAt } = approval;
  const document = {
    version: 1,
    id,
    subjectKind,
    subjectId,
    title,
    facts,
    sha256,
    askedBy: requestedBy,
    customerId,
    quorum,
    askedAt: createdAt,
    expiresAt,
    policy: policyVersion === null ? null : { version: policyVersion, sha256: policySha256 },
    sections,
  };
  // The document is serialised and parsed, to remove undefined members and turn dates into text.
  const bytes = Buffer.from(canonicalBytes(JSON.parse(JSON.stringify(document))));
  return { text: bytes.toString('utf8'), hash: hash('sha256', bytes) };
}

/** Builds the documents that approvers see, and builds them again when they decide, to compare the hashes. */
export class Displays {
  readonly #content: Pick<HeldContent, 'read'>;
  readonly #descriptions: () => Contributions['approvalDescriptions'];

  constructor(content: Pick<HeldContent, 'read'>, descriptions: () => Contributions['approvalDescriptions']) {
    this.#content = content;
    this.#descriptions = descriptions;
  }

  /** Content of a request as an approver sees it. The code that calls this must have checked access. */
  async of(ctx: Context, approval: Approval): Promise<ApprovalDisplay> {
    const content = await this.#contentOf(ctx, approval);
    return { content, display: displayOf(approval, content instanceof Refusal ? null : content.sections) };
  }

  /** True if approvers see something else now than what has this digest. False without a digest. */
  async isChanged(ctx: Context, approval: Approval, seenHash: string | null): Promise<boolean> {
    return seenHash !== null && (await this.of(ctx, approval)).display.hash !== seenHash;
  }

  /**
   * Document that approvers see of a request, by the id of the request. Built once per batch. Null if the request doesn’t exist
   * or the caller can’t see it.
   */
  load(ctx: Context, id: string): Promise<Display | null> {
    return ctx.loader(this.#displays).load(id);
  }

  readonly #displays = (ctx: Context) =>
    new DataLoader<string, Display | null>(
      async (ids) => {
        const made = new Map([...new Set(ids)].map((id) => [id, this.#display(ctx, id)]));
        return Promise.all(ids.map((id) => made.get(id)!));
      },
      // Not cached, because the content of a display can change.
      { cache: false },
    );

  async #display(ctx: Context, id: string): Promise<Display | null> {
    const approval = await ctx.loader(approvalsById).load(id);
    return approval && (await this.of(ctx, approval)).display;
  }

  async #contentOf(ctx: Context, approval: Approval): Promise<DisplayContent | Refusal> {
    try {
      const payload = await this.#content.read(ctx, approval.id);
      const describe = this.#descriptions()[approval.subjectKind];
      return { payload, sections: (await describe?.(ctx, approval, payload)) ?? [] };
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}
