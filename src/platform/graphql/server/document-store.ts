import type { DocumentNode } from 'graphql';

/**
 * Maximum length in characters of a document that is stored after parsing. Frequently used documents are short; longer ones are
 * parsed each time.
 */
export const MAX_KEPT_LENGTH = 10_000;
/** Maximum length of all stored documents together in characters. Two characters can need a hundred bytes after parsing. */
const MAX_KEPT_IN_ALL = 500_000;

/**
 * Stores the most recently used GraphQL documents that were parsed and valid. Apollo's own store limits their nodes but not their
 * tokens, which include comments: three megabytes of comments would count little there and hold 200 MB.
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
