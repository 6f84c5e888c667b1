/** A version as it is stored. */
export interface Published {
  id: string;
  number: number;
  document: object;
}
