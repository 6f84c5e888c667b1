import { can, type Principal } from '../auth/principal.ts';
import type { MultipartOptions } from './multipart.ts';

/** Maximum number of files per request, more than a person selects at once. */
export const MAX_FILES = 10;
/** Limits of callers who can send pictures only: the bytes of one file, and of all files of a request. */
const SMALL_FILES = { maxFileBytes: 20_000_000, maxBytes: 28_000_000 };
/** Limits of callers with the permission `requests:files`. */
const LARGE_FILES = { maxFileBytes: 100_000_000, maxBytes: 105_000_000 };

/** Limits of the files that a caller can send in one request. They stay in memory until the response is sent. */
export function fileLimitsOf(principal: Principal): Pick<MultipartOptions, 'maxFiles' | 'maxFileBytes' | 'maxBytes'> {
  return { maxFiles: MAX_FILES, ...(can(principal, 'requests:files') ? LARGE_FILES : SMALL_FILES) };
}
