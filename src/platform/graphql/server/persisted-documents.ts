import { createHash } from 'node:crypto';
import { Refusal } from '../../errors/errors.ts';
import type { GraphqlRequest } from '../reads/compiled-reads.ts';
import type { DocumentManifest } from './document-manifest.ts';
import { MAX_KEPT_LENGTH } from './document-store.ts';

/** Maximum length of all stored documents together in characters, enough for thousands of documents that web pages send. */
const MAX_KEPT_IN_ALL = 2_000_000;
const ID = /^[\w:.-]{1,128}$/;

/** Error for an unknown id. Clients then send the document itself. */
export const PERSISTED_QUERY_NOT_FOUND = { message: 'PersistedQueryNotFound', code: 'PERSISTED_QUERY_NOT_FOUND' };

export interface GraphqlRequestById extends GraphqlRequest {
  documentId?: unknown;
}

export interface PersistedDocumentsOptions {
  /** GraphQL documents that the operator has listed. */
  known: DocumentManifest;
  /** True if anonymous callers may run only documents that the operator has listed. */
  isClosed: boolean;
}

/**
 * Finds GraphQL documents by id: those that the operator has listed, and those that clients stored by the SHA-256 of their text
 * (automatic persisted queries). Each process has its own store; a client sends a missing document again. Documents of anonymous
 * callers never evict those of others.
 */
export class PersistedDocuments {
  readonly #known: DocumentManifest;
  readonly #knownTexts: ReadonlySet<string>;
  readonly #isClosed: boolean;
  readonly #ofAnonymous = new StoredTexts();
  readonly #ofOthers = new StoredTexts();

  constructor({ known, isClosed }: PersistedDocumentsOptions) {
    this.#known = known;
    this.#knownTexts = new Set(known.values());
    this.#isClosed = isClosed;
  }

  /**
   * Returns the request with the text of its document. Null if the document is unknown.
   * @throws Refusal BAD_REQUEST for an invalid id or one that doesn't match the text, DOCUMENT_NOT_KNOWN for a document that an
   * anonymous caller can't run
   */
  resolve(request: GraphqlRequestById, isAnonymous: boolean): GraphqlRequest | null {
    const id = idOf(request);
    if (id === null) {
      if (typeof request.query === 'string') this.#assertMayAsk(request.query, isAnonymous);
      return request;
    }
    const { documentId: _, extensions, ...rest } = request;
    const named = { ...rest, ...otherExtensions(extensions) };
    if (request.query === undefined || request.query === null) {
      const query = this.#find(id, isAnonymous);
      return query === undefined ? null : { ...named, query };
    }
    const { query } = request;
    if (typeof query !== 'string') return named;
    if (this.#known.get(id) !== query) {
      if (createHash('sha256').update(query).digest('hex') !== id) {
        throw new Refusal('BAD_REQUEST', "The id isn't the SHA-256 of the GraphQL document sent with it.");
      }
      this.#assertMayAsk(query, isAnonymous);
      (isAnonymous ? this.#ofAnonymous : this.#ofOthers).keep(id, query);
    }
    return named;
  }

  #find(id: string, isAnonymous: boolean): string | undefined {
    const known = this.#known.get(id);
    if (known !== undefined || (this.#isClosed && isAnonymous)) return known;
    return this.#ofOthers.get(id) ?? this.#ofAnonymous.get(id);
  }

  #assertMayAsk(text: string, isAnonymous: boolean): void {
    if (!this.#isClosed || !isAnonymous || this.#knownTexts.has(text)) return;
    throw new Refusal(
      'DOCUMENT_NOT_KNOWN',
      'Without a credential, only GraphQL documents listed by this service can be run. Send a credential.',
    );
  }
}

/** Reads the id of the document in a request. Null for a request without an id. */
function idOf({ documentId, extensions }: GraphqlRequestById): string | null {
  const { persistedQuery } = (extensions ?? {}) as {
    persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null;
  };
  if (persistedQuery === undefined || persistedQuery === null) {
    if (documentId === undefined || documentId === null) return null;
    // The draft of GraphQL over HTTP puts `sha256:` in front of the digest.
    return checked(typeof documentId === 'string' ? documentId.replace(/^sha256:/, '') : documentId);
  }
  if (persistedQuery.version !== 1)
    throw new Refusal('BAD_REQUEST', 'Only version 1 of persisted queries is supported.');
  return checked(persistedQuery.sha256Hash);
}

function checked(id: unknown): string {
  if (typeof id === 'string' && ID.test(id)) return id;
  throw new Refusal(
    'BAD_REQUEST',
    'The id of a GraphQL document must be its SHA-256 in hex, or an id listed by this service.',
  );
}

function otherExtensions(extensions: unknown): { extensions?: Record<string, unknown> } {
  const { persistedQuery: _, ...others } = (extensions ?? {}) as Record<string, unknown>;
  return Object.keys(others).length > 0 ? { extensions: others } : {};
}

/** Stores the most recently used documents, up to a total length. Very long documents aren't stored. */
class StoredTexts {
  readonly #texts = new Map<string, string>();
  #length = 0;

  get(id: string): string | undefined {
    const text = this.#texts.get(id);
    if (text !== undefined) {
      this.#texts.delete(id);
      this.#texts.set(id, text);
    }
    return text;
  }

  keep(id: string, text: string): void {
    if (text.length > MAX_KEPT_LENGTH || this.#texts.has(id)) return;
    this.#texts.set(id, text);
    this.#length += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#length <= MAX_KEPT_IN_ALL) break;
      this.#texts.delete(oldest);
      this.#length -= length;
    }
  }
}
