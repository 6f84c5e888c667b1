export interface StoredVersion {
  id: string;
  number: number;
  document: object;
}
