import type { Readable } from 'node:stream';

export interface PlacedFile {
  /** Path in the place, with `/` between folders. */
  name: string;
  byteSize: number;
}

/** A folder or bucket for backups. Names of files are relative paths with `/`. Every method can throw `PlaceUnavailable`. */
export interface BackupPlace {
  /** Describes the place for people, without credentials. */
  readonly title: string;
  /** Stores a file durably under a name. A failed call leaves no file there. Errors of the source are thrown unchanged. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens a file. Null if it doesn't exist. Read the stream to its end or destroy it. */
  read(name: string): Promise<Readable | null>;
  /** Lists the files whose names start with `folder/`, in any order. */
  list(folder: string): AsyncIterable<PlacedFile>;
  /** Deletes a file. A missing file isn't an error. */
  delete(name: string): Promise<void>;
  close(): Promise<void>;
}
