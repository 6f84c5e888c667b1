import { expect, test } from 'vitest';
import { requestTimeStamp } from '../../src/log/time/time-stamp-client.ts';
import { startTimeStampAuthority } from '../support/time-stamp-authority.ts';
import { chain, expectNoChangeGoesUnseen } from './changed-time-stamp.ts';

test('a time stamp of openssl with any byte changed is refused or says the same time', async () => {
  const data = new TextEncoder().encode('a signature');
  await using authority = await startTimeStampAuthority();
  const { response } = await requestTimeStamp(authority.url, data);
  expect(response.length).toBeGreaterThan(1_000);

  await expectNoChangeGoesUnseen(response, data, chain(authority.certificatePem, authority.caPem), { step: 1 });
});
