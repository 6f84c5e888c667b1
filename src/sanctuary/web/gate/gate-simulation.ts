import { agent } from '../../../agents/pure.ts';
import {
  ApprovalState,
  ApprovalVerdict,
  barredBy,
  type DecisionObstacle,
  findObstacle,
  OBSTACLES,
  type Principal,
  stateAfter,
} from '../../../approvals/pure.ts';
import { person } from '../../../operators/pure.ts';
import { texts } from '../texts.ts';

export { ApprovalState, ApprovalVerdict };

/** A simulated person or agent. */
export interface Persona {
  name: string;
  role: string;
  principal: Principal;
  isApprover: boolean;
}

const session = (id: string) => ({ kind: 'SESSION', id }) as const;

const REQUESTER = agent('agt_outreach', 'key', 'operator:opr_ada');

export const PERSONAS: readonly Persona[] = [
  {
    ...texts.gate.personas.ada,
    principal: person('opr_ada', new Set(), session('ada')),
    isApprover: true,
  },
  {
    ...texts.gate.personas.ben,
    principal: person('opr_ben', new Set(), session('ben')),
    isApprover: true,
  },
  {
    ...texts.gate.personas.agent,
    principal: REQUESTER,
    isApprover: false,
  },
];

export interface GameLogEntry {
  who: string;
  did: string;
  /** Reason why the service would refuse the action. Null if the action succeeded. */
  refusal: { obstacle: DecisionObstacle; code: string; message: string } | null;
}

export interface Game {
  state: ApprovalState;
  text: string;
  sha256: string;
  /** SHA-256 of the content that each persona viewed last, by the name of the persona. */
  seen: Readonly<Record<string, string>>;
  decisions: readonly { verdict: ApprovalVerdict; decidedBy: string }[];
  log: readonly GameLogEntry[];
}

export const startGame = (text: string, sha256: string): Game => ({
  state: ApprovalState.PENDING,
  text,
  sha256,
  seen: {},
  decisions: [],
  log: [{ who: texts.gate.personas.agent.name, did: texts.gate.events.request, refusal: null }],
});

const LIFETIME_MS = 7 * 24 * 3_600_000;

/** Decides on the simulated request, with the same approval rules as the service. */
export function applyDecision(game: Game, { name, principal, isApprover }: Persona, verdict: ApprovalVerdict): Game {
  const now = new Date();
  const obstacle = findObstacle(
    {
      state: game.state,
      sha256: game.sha256,
      quorum: 1,
      requestedBy: REQUESTER.actor,
      barred: barredBy(REQUESTER),
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    },
    game.decisions,
    { principal, isApprover, isBootstrapOver: false, seenSha256: game.seen[name] ?? game.sha256 },
    now,
  );
  const did = verdict === ApprovalVerdict.APPROVE ? texts.gate.events.approve : texts.gate.events.reject;
  if (obstacle) {
    return { ...game, log: [...game.log, { who: name, did, refusal: { obstacle, ...OBSTACLES[obstacle] } }] };
  }
  const decisions = [...game.decisions, { verdict, decidedBy: principal.actor }];
  return { ...game, decisions, state: stateAfter(decisions, 1), log: [...game.log, { who: name, did, refusal: null }] };
}
