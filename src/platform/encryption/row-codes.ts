import { timingSafeEqual } from 'node:crypto';
import { canonicalBytes, type JsonValue } from '../../proof/json.ts';
import { type KeyedDigest, keyedDigest } from './keyed-digest.ts';

/** Authentication code as stored in a row. Null if the row has none. */
export type StoredCode = Uint8Array | null;

/**
 * Authentication codes of rows of one kind: HMAC-SHA-256 over the covered columns, under a key derived from the master key. Someone
 * who can write to the database can insert, change and copy rows, but can’t compute their codes.
 */
export class RowCodes<Row> {
  readonly #digest: KeyedDigest;
  readonly #documentOf: (row: Row) => JsonValue;

  /**
   * @param purpose kind of the rows. A code of one kind is never valid for another
   * @param documentOf covered columns of a row, with its primary key, so that a code is only valid for its own row
   */
  constructor(masterKey: Buffer, purpose: string, documentOf: (row: Row) => JsonValue) {
    this.#digest = keyedDigest(masterKey, `authentication codes of ${purpose}`);
    this.#documentOf = documentOf;
  }

  of(row: Row): Buffer {
    return this.#digest(canonicalBytes(this.#documentOf(row)));
  }

  /** True if the service has computed this code for exactly this row. */
  verifies(row: Row, code: StoredCode): boolean {
    if (code === null) return false;
    const expected = this.of(row);
    return code.length === expected.length && timingSafeEqual(code, expected);
  }
}
