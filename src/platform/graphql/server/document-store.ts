import type { DocumentNode } from 'graphql';

/** Longer documents are parsed anew each time: those that are sent again and again are short. */
export const MAX_KEPT_LENGTH = 10_000;
/** Of all that are kept, in characters. What the parser makes of two of them may take a hundred bytes. */
const MAX_KEPT_IN_ALL = 500_000;

/**
 * Documents that were found to be valid, the latest. Apollo's own store counts the nodes of a document, and not the tokens
 * that hang on to it, of which comments are some: three megabytes of them look small there and hold two hundred.
 */
export class DocumentStore {
  readonly #kept = new Map<string, DocumentNode>();
  #length = 0;

  async get(key: string): Promise<DocumentNode | undefined> {
    const document = this.#kept.get(key);
    if (document) {
      this.#kept.delete(key);
      this.#kept.set(key, document);
    }
    return document;
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    const length = sourceLength(document);
    if (length > MAX_KEPT_LENGTH || this.#kept.has(key)) return;
    this.#kept.set(key, document);
    this.#length += length;
    for (const oldest of this.#kept.keys()) {
      if (this.#length <= MAX_KEPT_IN_ALL) break;
      await this.delete(oldest);
    }
  }

  async delete(key: string): Promise<boolean> {
    const document = this.#kept.get(key);
    if (document) this.#length -= sourceLength(document);
    return this.#kept.delete(key);
  }
}

export function sourceLength({ loc }: DocumentNode): number {
  return loc?.source.body.length ?? 0;
}
