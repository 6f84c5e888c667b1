import { expect, test } from 'vitest';
import { formatVerifierKey } from '../../src/proof/note.ts';
import { formatTlogPolicy } from '../../src/proof/tlog-policy.ts';
import { logSigner, witnessSigner } from '../support/note-signing.ts';

const [first, second] = [logSigner('log1.example').key, logSigner('log2.example').key];
const witnesses = ['a.example', 'b.example', 'b.example'].map((name) => witnessSigner(name).key);
const [a, b, c] = witnesses.map(formatVerifierKey);

test('a policy names the logs, the witnesses and how many of them have to have cosigned', () => {
  expect(formatTlogPolicy({ logs: [first, second], witnesses, quorum: 2 })).toBe(`log ${formatVerifierKey(first)}
log ${formatVerifierKey(second)}
witness w1 ${a}
witness w2 ${b}
witness w3 ${c}
group witnesses 2 w1 w2 w3
quorum witnesses
`);
});

test('a policy that asks for no witness says so', () => {
  expect(formatTlogPolicy({ logs: [first], witnesses: [], quorum: 0 })).toBe(
    `log ${formatVerifierKey(first)}\nquorum none\n`,
  );
});
