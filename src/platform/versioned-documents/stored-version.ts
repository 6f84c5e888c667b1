/** A version as it is stored. */
export interface StoredVersion {
  id: string;
  number: number;
  document: object;
}
