/** Place of objects in an S3-compatible store. */
export interface S3Location {
  bucket: string;
  /** Start of all keys, without slashes at its ends. Empty for the whole bucket. */
  prefix: string;
  /** Address of the store. Null for AWS. */
  endpoint: string | null;
  /** Region of the bucket. Null for the one that the environment of the AWS SDK names. */
  region: string | null;
  /** True if the bucket is part of the path, false if it is part of the host name. */
  isPathStyle: boolean;
}

/** Region of stores that have only one. They accept any name, and this one is customary. */
const DEFAULT_REGION = 'us-east-1';
const FORM = 's3://bucket/prefix?endpoint=https://…&region=…';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/i;
const OPTIONS = ['endpoint', 'region', 'pathStyle'];

/** Error of a URL that names no S3 location. The message says what to change and contains no credentials. */
class S3UrlInvalid extends Error {
  override readonly name = 'S3UrlInvalid';
}

/** Why a text names no S3 location, in a sentence without credentials. Null if it names one. */
export function s3UrlProblem(text: string): string | null {
  try {
    s3LocationOf(text);
    return null;
  } catch (error) {
    if (error instanceof S3UrlInvalid) return error.message;
    throw error;
  }
}

/** Reads a URL such as `s3://bucket/prefix?endpoint=https://…&region=…`. @throws S3UrlInvalid */
export function s3LocationOf(text: string): S3Location {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') throw new S3UrlInvalid(`Invalid input: expected ${FORM}`);
  assertNoCredentials(url);
  const { hostname: bucket, port } = url;
  if (!BUCKET.test(bucket) || port) {
    throw new S3UrlInvalid(
      `Invalid input: ${bucket === '' ? 'it names no bucket' : `${JSON.stringify(bucket)} isn't a bucket name`}. Write ${FORM}`,
    );
  }
  for (const name of url.searchParams.keys()) {
    if (!OPTIONS.includes(name)) {
      throw new S3UrlInvalid(`Invalid input: unknown option ${JSON.stringify(name)}. Options: ${OPTIONS.join(', ')}`);
    }
    if (url.searchParams.getAll(name).length > 1) {
      throw new S3UrlInvalid(`Invalid input: it has the option ${name} more than once`);
    }
  }
  const endpoint = endpointOf(url.searchParams.get('endpoint'));
  return {
    bucket,
    prefix: prefixOf(url.pathname),
    endpoint,
    region: regionOf(url.searchParams.get('region')) ?? (endpoint === null ? null : DEFAULT_REGION),
    isPathStyle: isPathStyle(url.searchParams.get('pathStyle')) ?? endpoint !== null,
  };
}

/** Describes the location in messages to operators. */
export function describeS3({ bucket, prefix, endpoint }: S3Location): string {
  const place = prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`;
  return endpoint === null ? place : `${place} at ${endpoint}`;
}

function assertNoCredentials(url: URL): void {
  if (!url.username && !url.password) return;
  throw new S3UrlInvalid(
    'Invalid input: it contains credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or use the role of the machine',
  );
}

function prefixOf(pathname: string): string {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    throw new S3UrlInvalid('Invalid input: it has an escape that is not UTF-8. Write a literal % as %25');
  }
  const prefix = path.replace(/^\/|\/$/g, '');
  if (prefix === '') return '';
  if (prefix.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new S3UrlInvalid('Invalid input: its prefix has an empty part. Write one slash between two parts');
  }
  return prefix;
}

function endpointOf(given: string | null): string | null {
  if (given === null) return null;
  const url = URL.parse(given);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isHttp) assertNoCredentials(url);
  if (!url || !isHttp || url.search || url.hash) {
    throw new S3UrlInvalid('Invalid input: expected an endpoint such as https://s3.example.org');
  }
  return url.href.replace(/\/$/, '');
}

function regionOf(given: string | null): string | null {
  if (given === null || REGION.test(given)) return given;
  throw new S3UrlInvalid(`Invalid input: ${JSON.stringify(given)} isn't the name of a region`);
}

function isPathStyle(given: string | null): boolean | null {
  if (given === null) return null;
  if (given === 'true' || given === 'false') return given === 'true';
  throw new S3UrlInvalid('Invalid input: pathStyle must be true or false');
}
