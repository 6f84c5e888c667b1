import { createHash } from 'node:crypto';
import { Refusal } from '../../errors/errors.ts';
import type { GraphqlRequest } from '../reads/compiled-reads.ts';
import type { DocumentManifest } from './document-manifest.ts';
import { MAX_KEPT_LENGTH } from './document-store.ts';

/** Of the texts that callers had kept, in characters: some thousand documents of pages. */
const MAX_KEPT_IN_ALL = 2_000_000;
const ID = /^[\w:.-]{1,128}$/;

/** What a request for a document that is not kept is answered with; clients then send the document itself. */
export const PERSISTED_QUERY_NOT_FOUND = { message: 'PersistedQueryNotFound', code: 'PERSISTED_QUERY_NOT_FOUND' };

export interface GraphqlRequestById extends GraphqlRequest {
  documentId?: unknown;
}

export interface PersistedDocumentsOptions {
  /** What the operator has listed. */
  known: DocumentManifest;
  /** Whether strangers may ask for these alone. */
  isClosed: boolean;
}

/**
 * Documents that are asked for by an id instead of their text: those that the operator has listed, and those that clients
 * had kept by the SHA-256 of their text (automatic persisted queries). Each process keeps its own; a client that is told
 * that one is not there sends it again. Strangers cannot push out what others had kept.
 */
export class PersistedDocuments {
  readonly #known: DocumentManifest;
  readonly #knownTexts: ReadonlySet<string>;
  readonly #isClosed: boolean;
  readonly #ofStrangers = new StoredTexts();
  readonly #ofOthers = new StoredTexts();

  constructor({ known, isClosed }: PersistedDocumentsOptions) {
    this.#known = known;
    this.#knownTexts = new Set(known.values());
    this.#isClosed = isClosed;
  }

  /**
   * The request with the text of its document, and nothing of how that was named; null when there is no such document.
   * @throws Refusal BAD_REQUEST for an id that cannot be one or is not that of the text, DOCUMENT_NOT_KNOWN for what a stranger
   *   may not ask for
   */
  resolve(asked: GraphqlRequestById, isStranger: boolean): GraphqlRequest | null {
    const id = idOf(asked);
    if (id === null) {
      if (typeof asked.query === 'string') this.#assertMayAsk(asked.query, isStranger);
      return asked;
    }
    const { documentId: _, extensions, ...rest } = asked;
    const named = { ...rest, ...extensionsBesides(extensions) };
    if (asked.query === undefined || asked.query === null) {
      const query = this.#find(id, isStranger);
      return query === undefined ? null : { ...named, query };
    }
    const { query } = asked;
    if (typeof query !== 'string') return named;
    if (this.#known.get(id) !== query) {
      if (createHash('sha256').update(query).digest('hex') !== id) {
        throw new Refusal('BAD_REQUEST', 'The id is not the SHA-256 of the document that is sent with it.');
      }
      this.#assertMayAsk(query, isStranger);
      (isStranger ? this.#ofStrangers : this.#ofOthers).keep(id, query);
    }
    return named;
  }

  #find(id: string, isStranger: boolean): string | undefined {
    const known = this.#known.get(id);
    if (known !== undefined || (this.#isClosed && isStranger)) return known;
    return this.#ofOthers.get(id) ?? this.#ofStrangers.get(id);
  }

  #assertMayAsk(text: string, isStranger: boolean): void {
    if (!this.#isClosed || !isStranger || this.#knownTexts.has(text)) return;
    throw new Refusal(
      'DOCUMENT_NOT_KNOWN',
      'Without a credential, only documents that this service has listed are run.',
    );
  }
}

/** @returns null for a request that names no document */
function idOf({ documentId, extensions }: GraphqlRequestById): string | null {
  const { persistedQuery } = (extensions ?? {}) as {
    persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null;
  };
  if (persistedQuery === undefined || persistedQuery === null) {
    if (documentId === undefined || documentId === null) return null;
    // As the draft of GraphQL over HTTP writes a digest.
    return checked(typeof documentId === 'string' ? documentId.replace(/^sha256:/, '') : documentId);
  }
  if (persistedQuery.version !== 1) throw new Refusal('BAD_REQUEST', 'Of persisted queries, version 1 is known.');
  return checked(persistedQuery.sha256Hash);
}

function checked(id: unknown): string {
  if (typeof id === 'string' && ID.test(id)) return id;
  throw new Refusal('BAD_REQUEST', 'The id of a document is its SHA-256 in hex, or one that this service has listed.');
}

function extensionsBesides(extensions: unknown): { extensions?: Record<string, unknown> } {
  const { persistedQuery: _, ...others } = (extensions ?? {}) as Record<string, unknown>;
  return Object.keys(others).length > 0 ? { extensions: others } : {};
}

/** The latest, as many as there is room for. Longer ones than are worth it are sent in full each time. */
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
