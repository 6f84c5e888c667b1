import { StorageFull, StorageUnavailable } from './blob-store.ts';
import { describeS3, type S3Location } from './s3-location.ts';

/** Parts of the SDK's errors that this file reads. Other parts can contain access keys, so no error is passed on. */
interface SdkError {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number; requestId?: string };
  Region?: string;
  cause?: unknown;
}

const MISSING = ['NoSuchKey', 'NotFound'];
const FULL = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge'];
const WRONG_REGION = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'];
const WRONG_KEY = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken', 'InvalidSecurity'];
const SKEWED = ['RequestTimeTooSkewed', 'RequestExpired'];
const BUSY = ['SlowDown', 'ServiceUnavailable', 'InternalError', 'TooManyRequests', 'ThrottlingException'];

/** True if the object doesn't exist. A missing bucket is another error, except for HEAD, whose response has no body. */
export function isMissing(error: unknown): boolean {
  return MISSING.includes((error as SdkError | null)?.name ?? '');
}

/** True if the store refused bytes because they arrived with another digest, so that sending them again can succeed. */
export function isCorruptedUpload(error: unknown): boolean {
  return ['BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody'].includes((error as SdkError | null)?.name ?? '');
}

/** Translates an error of the SDK to a sentence that tells an operator what to do. */
export function asStorageError(error: unknown, location: S3Location): Error {
  if (error instanceof StorageUnavailable || error instanceof StorageFull) return error;
  const { name = '', code = '', message = '', $metadata = {} } = (error ?? {}) as SdkError;
  const status = $metadata.httpStatusCode;
  const cause = new Error(
    [name || 'Error', code, status && `HTTP ${status}`, $metadata.requestId && `request ${$metadata.requestId}`]
      .filter(Boolean)
      .join(', '),
  );
  if (status === 507 || FULL.includes(name)) return new StorageFull({ cause });
  const why = (reason: string) =>
    new StorageUnavailable(`The media store ${describeS3(location)} ${reason}.`, { cause });
  if (name === 'NoSuchBucket') return why('has no such bucket. Create it, or correct STORAGE_URL');
  if (WRONG_REGION.includes(name) || status === 301) {
    const region = (error as SdkError).Region;
    return why(`is in another region. Add region=${region ?? '…'} to STORAGE_URL`);
  }
  if (WRONG_KEY.includes(name)) return why(`refuses the credentials (${name}). Check AWS_ACCESS_KEY_ID or the role`);
  if (SKEWED.includes(name)) return why('refuses the time of this machine. Correct its clock');
  if (name === 'CredentialsProviderError') {
    return why('needs credentials, and none were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (message === 'Region is missing') return why('needs a region. Add region=… to STORAGE_URL, or set AWS_REGION');
  if (status === 403) {
    return why(
      'denies access. Allow s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject for its objects',
    );
  }
  if (BUSY.includes(name) || status === 429 || (status ?? 0) >= 500) return why('is overloaded and asks to slow down');
  if (status === undefined && code !== '' && code !== 'ETIMEDOUT') return why(`isn't reachable (${code})`);
  if (name === 'TimeoutError') return why('did not answer in time');
  return why(`failed (${cause.message})`);
}
