import { LocalSigner, newLocalKey } from '../../log/index.ts';
import type { CommandEnvironment } from '../../platform/command-line/command.ts';
import { approvalsConfig } from '../approvals.config.ts';
import { admitDecisionKey, DECISION_KEY, retireDecisionKeys } from './decision-keys.ts';

/** Replaces the decision key in DATA_DIR. The new key and the old one endorse each other. */
export async function rotateDecisionKey(shell: CommandEnvironment): Promise<void> {
  const { dataDir } = shell.config;
  if (shell.config.of(approvalsConfig).decisionPrivateKeyPem) {
    throw new Error(
      'The key comes from DECISION_PRIVATE_KEY. Set that to a new key, then run: imprimatur admit-decision-key --previous with the id of the old one',
    );
  }
  const earlier = LocalSigner.open(dataDir, null, DECISION_KEY);
  const next = newLocalKey(DECISION_KEY);
  await shell.withDatabase(async (ctx) => {
    await ctx.transactional(async ({ em }) => {
      await admitDecisionKey(em, next.signer, [earlier.keyId]);
      // Processes that still run with the old key accept what others sign with the new one.
      await admitDecisionKey(em, earlier, [next.signer.keyId]);
      await retireDecisionKeys(em, [earlier.keyId]);
      // Last, so that the old key stays in use if anything fails before. If only the commit fails, `admit-decision-key` registers
      // the new key.
      await next.keep(dataDir);
    });
    process.stdout.write(
      `The new decision key is ${next.signer.keyId}. The private half of the previous key was deleted.\n` +
        'Restart every process. Requests and decisions signed with earlier keys stay valid.\n',
    );
  });
}

/** Registers the configured decision key, and lets it endorse earlier keys, which are retired. */
export function admitDecisionKeyInUse(shell: CommandEnvironment, previous: readonly string[]): Promise<void> {
  const { dataDir } = shell.config;
  const signer = LocalSigner.open(dataDir, shell.config.of(approvalsConfig).decisionPrivateKeyPem, DECISION_KEY);
  return shell.withDatabase(async (ctx) => {
    await ctx.transactional(async ({ em }) => {
      await admitDecisionKey(em, signer, previous);
      await retireDecisionKeys(em, previous);
    });
    process.stdout.write(
      `Approvals are signed with ${signer.keyId} now. Start every process with this key.\n` +
        (previous.length > 0
          ? `Requests and decisions signed with ${previous.join(', ')} stay valid.\n`
          : 'Requests and decisions signed with other keys are not valid any more.\n'),
    );
  });
}
