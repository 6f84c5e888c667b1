import { describe, expect, test } from 'vitest';
import { LocalSigner, newLocalKey, SEAL_KEY } from '../../src/log/index.ts';
import { signedActBytes, withSignature } from '../../src/proof/act-signature.ts';
import { ChainActs } from '../../src/proof/chain-acts.ts';
import type { JsonObject } from '../../src/proof/json.ts';
import { p256KeyOf } from '../../src/proof/public-key.ts';

const { signer } = newLocalKey(SEAL_KEY);
const { signer: other } = newLocalKey(SEAL_KEY);
const keyOf = (keyId: string) => (keyId === signer.keyId ? p256KeyOf(signer.publicKey) : null);

const actsOf = (mayBeUnsigned = false) => new ChainActs({ keyOf, mayBeUnsigned: () => mayBeUnsigned });

function signed(act: JsonObject, by: LocalSigner = signer): JsonObject {
  const named: JsonObject = { at: '2026-11-20T12:00:00.000Z', ...act, keyId: by.keyId };
  return withSignature(named, by.signNow(signedActBytes(named))) as JsonObject;
}

const PLACE = { seq: 9, recordedAt: '2026-11-20T12:00:01.000Z' };
const RANGE = { fromId: 'run_01jr000000', untilId: 'run_01kz000000' };

/** An id of a run from this time. */
function idAt(time: string): string {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  let [rest, text] = [Date.parse(time), ''];
  for (let at = 0; at < 10; at++, rest = Math.floor(rest / 32)) text = digits[rest % 32]! + text;
  return `run_${text}${'0'.repeat(16)}`;
}

describe('a missing record', () => {
  const removal = (act: JsonObject, id: string, kind = 'RUN') => {
    const acts = actsOf();
    expect(acts.add(signed({ act: 'RETENTION', of: 'RUN', fromId: 'run_0', untilId: 'run_z', ...act }), PLACE)).toBe(
      null,
    );
    return acts.flawInRemoval(kind, id);
  };

  test.each([
    ['of the right age', { months: 3 }, '2026-08-15T00:00:00Z', null],
    [
      'of the right age by the shortest of two retentions',
      { months: { real: null, simulated: 3 } },
      '2026-08-15T00:00:00Z',
      null,
    ],
    ['on the last day, since months have different lengths', { months: 3 }, '2026-08-22T00:00:00Z', null],
    ['that was too young', { months: 3 }, '2026-10-15T00:00:00Z', 'was deleted before its retention ended.'],
    ['from after its deletion', {}, '2026-12-15T00:00:00Z', 'was deleted before its retention ended.'],
    [
      'outside of the range',
      { untilId: idAt('2026-01-01T00:00:00Z') },
      '2026-08-15T00:00:00Z',
      'is missing, and no deletion of it is recorded.',
    ],
  ])('%s', (_, act, madeAt, flaw) => {
    expect(removal(act as JsonObject, idAt(madeAt))).toBe(flaw);
  });

  test('of another kind, or of a kind that is never deleted', () => {
    expect(removal({}, 'aud_01jr000000', 'AUDIT_ENTRY')).toContain('no deletion of it is recorded');
    expect(removal({ of: 'DECISION' }, idAt('2026-01-01T00:00:00Z'), 'DECISION')).toContain('never deleted');
    expect(removal({ act: 'ERASURE' }, idAt('2026-01-01T00:00:00Z'))).toContain('no deletion of it is recorded');
  });

  test('is found among many ranges, also inside of a longer one', () => {
    const acts = actsOf();
    const day = (n: number) => idAt(new Date(Date.UTC(2025, 0, n)).toISOString());
    const add = (fromId: string, untilId: string) =>
      acts.add(signed({ act: 'RETENTION', of: 'RUN', fromId, untilId }), PLACE);
    for (let n = 200; n > 100; n -= 2) add(day(n), day(n + 1));
    add(day(1), day(50));
    add(day(10), day(11));

    const explained = (n: number) => acts.flawInRemoval('RUN', day(n)) === null;

    expect([1, 10, 30, 49, 102, 150, 200].map(explained)).toEqual(Array(7).fill(true));
    expect([50, 75, 101, 151, 201].map(explained)).toEqual(Array(5).fill(false));
  });
});

describe('an act explains nothing', () => {
  const act = signed({ act: 'ERASURE', of: 'RUN', ids: ['run_1'] });

  test.each<[string, JsonObject, string]>([
    ['with another content than was signed', { ...act, ids: ['run_1', 'run_2'] }, 'INVALID_SIGNATURE'],
    ['with a signature that isn’t one', { ...act, signature: 'x' }, 'INVALID_SIGNATURE'],
    ['with half a signature', { ...act, keyId: null }, 'INVALID_SIGNATURE'],
    ['by another key', signed({ act: 'ERASURE', of: 'RUN', ids: ['run_1'] }, other), 'UNKNOWN_KEY'],
    ['without a signature', { act: 'ERASURE', of: 'RUN', ids: ['run_1'], at: PLACE.recordedAt }, 'UNSIGNED'],
    [
      'at another time than its entry',
      signed({ act: 'ERASURE', of: 'RUN', ids: ['run_1'], at: '2026-11-01T00:00:00.000Z' }),
      'TIME',
    ],
    ['without a time', { act: 'ERASURE', of: 'RUN' }, 'UNREADABLE'],
    [
      'about another range than its month',
      signed({ act: 'RETENTION', of: 'RUN', month: '2026-01', ...RANGE }),
      'OTHER_MONTH',
    ],
  ])('%s', (_, record, code) => {
    const acts = actsOf();

    expect(acts.add(record, PLACE)).toMatchObject({ code });
    expect(acts.isErasureRecorded('RUN', 'run_1')).toBe(false);
  });
});

test('an act explains its month and its ids', () => {
  const acts = actsOf();
  const month = { fromId: idAt('2026-01-01T00:00:00Z'), untilId: idAt('2026-02-01T00:00:00Z'), month: '2026-01' };

  expect(acts.add(signed({ act: 'RETENTION', of: 'RUN', ...month }), PLACE)).toBe(null);
  expect(acts.add(signed({ act: 'ERASURE', of: 'RUN', ids: ['run_1'] }), null)).toBe(null);

  expect(acts.flawInRemoval('RUN', idAt('2026-01-31T23:59:59Z'))).toBe(null);
  expect(acts.isErasureRecorded('RUN', 'run_1')).toBe(true);
  expect(acts.isErasureRecorded('RUN', 'run_2')).toBe(false);
});

test('an act of a release that didn’t sign acts is counted', () => {
  const acts = actsOf(true);

  expect(acts.add({ act: 'ERASURE', of: 'RUN', ids: ['run_1'], at: PLACE.recordedAt }, PLACE)).toBe(null);

  expect(acts.unsigned).toBe(1);
  expect(acts.isErasureRecorded('RUN', 'run_1')).toBe(true);
});
