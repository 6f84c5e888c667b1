import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatConsistencyProof } from '../../../src/proof/consistency-proof.ts';
import { TestLog } from '../../support/test-log.ts';
import { fork, log, ORIGIN, runningWitness } from './running-witness.ts';

const the = runningWitness();

test('a witness keeps never more than a hundred of a kind, and what anybody can make up crowds nothing out', async () => {
  const busy = new TestLog(ORIGIN, 400, undefined, log.signer);
  const rubbish = await busy.consistency(10, 21);
  await the.submit(busy, 0, 20);
  for (let size = 21; size < 141; size++) {
    await the.post(formatConsistencyProof({ oldSize: 20, proof: rubbish, checkpoint: busy.checkpoint(size) }));
  }

  await the.submit(fork, 20, 30);
  await the.submit(fork, 20, 20);

  const kinds = (await readdir(join(the.folder, 'evidence'))).map((file) => file.split('-')[1]);
  expect(kinds.filter((kind) => kind === 'unproven')).toHaveLength(100);
  expect(kinds.filter((kind) => kind === 'proven')).toHaveLength(2);
});
