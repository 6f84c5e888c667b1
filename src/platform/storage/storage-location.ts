import { isPercentEncoded } from '../text/percent-encoded.ts';
import { describeS3, type S3Location, s3LocationOf, s3UrlProblem } from './s3-location.ts';

/** Place of the blobs, as STORAGE_URL names it. */
export type StorageLocation = { folder: string } | { s3: S3Location };

/** Why the text isn't a STORAGE_URL, in a sentence that contains no credentials. Null if it is one. */
export function storageUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol === 's3:') return s3UrlProblem(text);
  if (url?.protocol !== 'file:') {
    return 'Invalid input: expected file:///path/of/a/folder or s3://bucket/prefix?endpoint=…&region=…';
  }
  if (isPercentEncoded(text)) return null;
  return 'Invalid input: it has an escape that is not UTF-8. Write a literal % as %25';
}

/** @throws for a text that `storageUrlProblem` refuses */
export function storageLocationOf(text: string): StorageLocation {
  const url = new URL(text);
  return url.protocol === 's3:' ? { s3: s3LocationOf(text) } : { folder: decodeURIComponent(url.pathname) };
}

/** Describes the location in messages to operators. */
export function describeStorage(location: StorageLocation): string {
  return 'folder' in location ? location.folder : describeS3(location.s3);
}
