import { CommandError, ExitCode } from '../platform/command-line/exit.ts';
import type { Proxies } from '../platform/http/proxies.ts';
import { s3LocationOf, s3UrlProblem } from '../platform/storage/s3-location.ts';
import type { BackupPlace } from './backup-place.ts';
import { FolderPlace } from './folder-place.ts';
import { S3Place } from './s3-place.ts';

const IS_URL = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Why a text names no place for backups, in a sentence without credentials. Null if it names one. */
export function placeProblem(to: string): string | null {
  if (/^s3:/i.test(to)) return s3UrlProblem(to);
  const isFolder = !IS_URL.test(to) || /^file:\/\/\//i.test(to);
  return isFolder ? null : 'Invalid input: expected the path of a folder, or s3://bucket/prefix?endpoint=…&region=…';
}

/**
 * Opens a place for backups: a path, a `file:` URL, or `s3://bucket/prefix?endpoint=…`. Connects to nothing before its first use.
 * @throws CommandError if the text names no place
 */
export function openPlace(to: string, proxies: Proxies): BackupPlace {
  const problem = placeProblem(to);
  if (problem !== null) throw new CommandError(ExitCode.CONFIG, `The place for backups: ${problem}.`);
  if (!/^s3:/i.test(to)) return new FolderPlace(to);
  return new S3Place(s3LocationOf(to), { proxyOf: (url) => proxies.of(url) });
}
