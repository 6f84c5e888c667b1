import { expect, test } from 'vitest';
import { describeS3, s3LocationOf } from '../../src/platform/storage/s3-location.ts';
import { storageUrlProblem } from '../../src/platform/storage/storage-location.ts';

const AWS = { prefix: '', endpoint: null, region: null, isPathStyle: false };

test.each([
  ['s3://bucket', { ...AWS, bucket: 'bucket' }],
  ['s3://bucket/', { ...AWS, bucket: 'bucket' }],
  ['s3://my.bucket-2/a/b/', { ...AWS, bucket: 'my.bucket-2', prefix: 'a/b' }],
  [
    's3://bucket/Bilder%20%C3%BC?region=eu-central-1',
    { ...AWS, bucket: 'bucket', prefix: 'Bilder ü', region: 'eu-central-1' },
  ],
  [
    's3://bucket?endpoint=https://s3.example.org',
    { ...AWS, bucket: 'bucket', endpoint: 'https://s3.example.org', region: 'us-east-1', isPathStyle: true },
  ],
  [
    's3://bucket?endpoint=https%3A%2F%2Fs3.example.org%3A9000%2F&region=fr-par&pathStyle=false',
    { ...AWS, bucket: 'bucket', endpoint: 'https://s3.example.org:9000', region: 'fr-par' },
  ],
])('%s is a location', (url, location) => {
  expect(s3LocationOf(url)).toEqual(location);
  expect(storageUrlProblem(url)).toBeNull();
});

test.each([
  ['s3://', 'names no bucket'],
  ['s3:bucket', 'names no bucket'],
  ['s3://b', "isn't a bucket name"],
  ['s3://BUCKET_1', "isn't a bucket name"],
  ['s3://bucket:9000', "isn't a bucket name"],
  ['s3://id:hunter2@bucket', 'contains credentials'],
  ['s3://hunter2@bucket', 'contains credentials'],
  ['s3://bucket?endpoint=https://id:hunter2@s3.example.org', 'contains credentials'],
  ['s3://bucket?endpoint=s3.example.org', 'expected an endpoint'],
  ['s3://bucket?endpoint=ftp://s3.example.org', 'expected an endpoint'],
  ['s3://bucket?endpoint=https://s3.example.org?key=hunter2', 'expected an endpoint'],
  ['s3://bucket?accessKey=hunter2', 'unknown option "accessKey"'],
  ['s3://bucket?region=a&region=b', 'more than once'],
  ['s3://bucket?region=hunter2!', "isn't the name of a region"],
  ['s3://bucket?pathStyle=yes', 'pathStyle must be true or false'],
  ['s3://bucket/a//b', 'empty part'],
  ['s3://bucket/%E0%A4%A', 'not UTF-8'],
  ['https://bucket.s3.amazonaws.com', 'expected file:'],
  ['bucket', 'expected file:'],
])('%s is none, and the reason is given', (url, reason) => {
  const problem = storageUrlProblem(url);

  expect(problem).toContain(reason);
  expect(problem?.replace(/"hunter2!"/, '')).not.toContain('hunter2');
});

test('a location is described without its options', () => {
  expect(describeS3(s3LocationOf('s3://bucket/a?region=eu-west-1'))).toBe('s3://bucket/a');
  expect(describeS3(s3LocationOf('s3://bucket?endpoint=http://127.0.0.1:9000'))).toBe(
    's3://bucket at http://127.0.0.1:9000',
  );
});
