import { consideredFor } from './considered-deployments.ts';
import type { Candidate, Decide } from './decision.ts';
import { judge, RoutingFacts } from './judge.ts';
import { refusalFor } from './refusal.ts';

export * from './decision.ts';

/**
 * Decides where a request goes. Pure and total: it reads no clock and calls no provider. A policy that names missing deployments,
 * or an incomplete snapshot, gives reasons against candidates and never an error.
 */
export const decide: Decide = (policy, catalogue, task, request, snapshot) => {
  const considered = consideredFor(policy, catalogue, task, snapshot.isPastSoftCap, request.documents);
  const figures = new RoutingFacts(task, considered, request, snapshot);
  const judged = considered.deployments.map((one) => judge(one, figures));
  const usable = ordered(judged.flatMap(({ reason }, index) => (reason === null ? [index] : [])));

  const closed = task.gates.find((gate) => !snapshot.openGates.includes(gate));
  const path = closed === undefined ? usable.map((index) => considered.deployments[index]!.id) : [];
  const isSimulated = path.length > 0 && figures.isSimulated;
  const isMovedByCap = considered.isCapRule && path.length > 0 && path[0] !== firstWithoutCap();
  const candidates = judged.map((one, index) => {
    const { id: deployment } = considered.deployments[index]!;
    const { credentialSource, mostMicros } = one;
    if (one.reason !== null) {
      return { deployment, reason: one.reason, sentence: one.sentence, credentialSource, mostMicros };
    }
    const reason = closed !== undefined ? 'GATE_CLOSED' : deployment === path[0] ? 'TAKEN' : 'FALLBACK';
    const sentence = figures.sentenceOf(reason, { closed, isMovedByCap, mostMicros });
    return { deployment, reason, sentence, credentialSource, mostMicros } satisfies Candidate;
  });
  return {
    policyVersion: policy.version,
    policySha256: policy.sha256,
    catalogueVersion: catalogue.version,
    catalogueSha256: catalogue.sha256,
    task: task.name,
    taskVersion: task.version,
    slot: considered.slot?.name ?? task.slot,
    dataClass: figures.dataClass,
    candidates,
    path,
    refusal: path.length > 0 ? null : refusalFor(considered, candidates, figures, closed ?? null),
    isPastSoftCap: snapshot.isPastSoftCap,
    isMovedByCap,
    isNotFinal: task.labels.includes('NOT_FINAL'),
    isSimulated,
  };

  /**
   * Ranks deployments by the caller's preference. Those that the soft cap puts first stay first. Equal deployments keep their
   * order.
   */
  function ordered(indexes: number[]): number[] {
    if (request.preference === null || indexes.length < 2) return indexes;
    const isForCap = (index: number) => considered.deployments[index]!.isForCap;
    return indexes.sort(
      (a, b) => lastEmbedded(a, b) || +isForCap(b) - +isForCap(a) || weightOf(a) - weightOf(b) || a - b,
    );
  }

  /** The embedded engine stays last with any preference, since it costs nothing and isn't a model. */
  function lastEmbedded(a: number, b: number): number {
    const isEmbedded = (index: number) => considered.deployments[index]!.entry?.provider === 'embedded';
    return +isEmbedded(a) - +isEmbedded(b);
  }

  /** Rank of a deployment by the caller's preference: its cost or its time to the first token. Unknown values come last. */
  function weightOf(index: number): number {
    if (request.preference === 'COST') return judged[index]!.mostMicros ?? Number.MAX_VALUE;
    const { id } = considered.deployments[index]!;
    return snapshot.deployments[id]?.medianFirstTokenMs ?? Number.MAX_VALUE;
  }

  /** Deployment that would be chosen before the soft cap, by the same reasons and preference. */
  function firstWithoutCap(): string | undefined {
    const { deployments } = considered;
    const before = usable
      .filter((index) => deployments[index]!.place !== null)
      .sort((a, b) => {
        const byPreference = request.preference === null ? 0 : lastEmbedded(a, b) || weightOf(a) - weightOf(b);
        return byPreference || deployments[a]!.place! - deployments[b]!.place!;
      });
    return before[0] === undefined ? undefined : deployments[before[0]]!.id;
  }
};
