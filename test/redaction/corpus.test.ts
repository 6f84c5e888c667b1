import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FindingKind, findAll } from '../../src/redaction/index.ts';

/** A kind of case and a text, in which what is to be found stands as `⟦KIND:text⟧`. */
const CASES = readFileSync(path.join(import.meta.dirname, 'corpus/cases.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, string]);

const LEAST = 0.98;

test('nearly all of the corpus is found, and hardly anything else', () => {
  const tally = new Map(Object.keys(FindingKind).map((kind) => [kind, { right: 0, missed: 0, wrong: 0 }]));
  const faults: string[] = [];
  for (const [of, marked] of CASES) {
    const wanted: string[] = [];
    let text = '';
    for (const part of marked.split(/(⟦[A-Z_]+:[^⟧]*⟧)/u)) {
      const mark = /^⟦([A-Z_]+):(.*)⟧$/u.exec(part);
      if (mark) wanted.push(`${mark[1]} ${text.length} ${text.length + mark[2]!.length}`);
      text += mark ? mark[2] : part;
    }
    const found = findAll(text).map(({ kind, start, end }) => `${kind} ${start} ${end}`);
    for (const one of wanted) {
      if (found.includes(one)) tally.get(one.split(' ')[0]!)!.right += 1;
      else {
        tally.get(one.split(' ')[0]!)!.missed += 1;
        faults.push(`missed ${one} in ${of}: ${text}`);
      }
    }
    for (const one of found) {
      if (wanted.includes(one)) continue;
      tally.get(one.split(' ')[0]!)!.wrong += 1;
      faults.push(`wrong ${one} in ${of}: ${text}`);
    }
  }
  const lines = [...tally].map(([kind, { right, missed, wrong }]) => {
    const share = (of: number) => (of === 0 ? 'none' : (right / of).toFixed(3));
    return `${kind}: ${right + missed} cases, precision ${share(right + wrong)}, recall ${share(right + missed)}`;
  });
  console.info([`Redaction on ${CASES.length} texts of its own corpus`, ...lines, ...faults].join('\n'));

  expect(CASES.length).toBeGreaterThan(400);
  for (const { right, missed, wrong } of tally.values()) {
    expect(right).toBeGreaterThanOrEqual(LEAST * (right + missed));
    expect(right).toBeGreaterThanOrEqual(LEAST * (right + wrong));
  }
});
