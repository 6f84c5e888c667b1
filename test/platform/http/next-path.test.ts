import { expect, test } from 'vitest';
import { nextPath } from '../../../src/platform/http/next-path.ts';

test.each(['/', '/admin/approvals', '/admin/approvals/apr_1?first=2&after=x', '/a%2F%2Fb', '/@evil.example'])(
  '%s stays on this host',
  (path) => {
    expect(nextPath(path, '/admin/account')).toBe(path);
  },
);

test.each<[unknown]>([
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/\t/evil.example'],
  ['/a\n//evil.example'],
  ['https://evil.example/'],
  ['javascript:alert(1)'],
  ['evil.example'],
  ['/../..//evil.example'],
  ['/.//evil.example'],
  ['/%0d%0aLocation: x\\'],
  [''],
  [undefined],
  [['/a', '/b']],
  [`/${'x'.repeat(3_000)}`],
])('%j leads nowhere else', (value) => {
  expect(nextPath(value, '/admin/account')).toBe('/admin/account');
});
