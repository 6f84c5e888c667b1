import { auditDecisions, type DecisionState, type DecisionStatement } from './approval-audit.ts';
import { type DecisionPredicate, parseDecisionStatement } from './approval-decision.ts';
import { parseBundle } from './bundle.ts';
import { encodeUtf8, equalBytes } from './bytes.ts';
import { evidenceOf, flawInEvidence } from './evidence.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { MalformedProof, UnknownVersion } from './malformed-proof.ts';
import type { Trust } from './trust.ts';
import { UnknownMemberList, unknownMembersSentence } from './unknown-members.ts';

/** Kind of sealed decisions in the chain. */
export const DECISION_KIND = 'DECISION';

export interface DecisionFlaw {
  fault: 'DECISION_INVALID' | 'DECISION_UNKNOWN' | 'APPROVAL_UNSOUND';
  reason: string;
}

/** Number of approval requests that are approved, rejected and undecided. */
export type DecisionCounts = Record<DecisionState, number>;

/** Checks the decisions of an export against their signatures, the log, and the approval rules. */
export class DecisionAudit {
  readonly #trust: Trust;
  readonly #now: Date;
  readonly #byApproval = new Map<string, DecisionStatement[]>();
  readonly #unknown = new UnknownMemberList();
  readonly counts: DecisionCounts = { APPROVED: 0, REJECTED: 0, UNDECIDED: 0 };
  readonly notes: string[] = [];

  constructor(trust: Trust, now: Date) {
    this.#trust = trust;
    this.#now = now;
  }

  /**
   * Checks one decision. Returns what is wrong with it. Returns null for a valid decision, after adding it to the decisions
   * about its request.
   * @param record record of the decision in the chain
   * @param bundle from the export; missing if the log hadn't published the decision
   */
  async take(record: JsonObject, bundle: JsonValue | undefined): Promise<DecisionFlaw | null> {
    const { id, approvalId, statement } = record;
    const flawed = (fault: DecisionFlaw['fault'], reason: string): DecisionFlaw => ({
      fault,
      reason: `${id}: ${reason}`,
    });
    const invalid = (reason: string) => flawed('DECISION_INVALID', reason);
    if (bundle === undefined || bundle === null) return invalid('The proof of its log entry is missing.');
    try {
      const proof = parseBundle(encodeUtf8(JSON.stringify(bundle)));
      if (!equalBytes(proof.envelope.payload, encodeUtf8(String(statement)))) {
        return invalid('Its proof belongs to another decision or another statement.');
      }
      const read = parseDecisionStatement(proof.envelope.payload);
      const { predicate, subject } = read;
      if (predicate.decisionId !== id || subject[0].name !== approvalId) {
        return invalid('Its statement is about another decision.');
      }
      const flaw = await this.#flawIn(proof, predicate);
      if (flaw) return flawed(flaw.isUnknown ? 'DECISION_UNKNOWN' : 'DECISION_INVALID', flaw.detail);
      this.#unknown.addAll(read.unknownMembers);
      this.#byApproval.set(subject[0].name, [...(this.#byApproval.get(subject[0].name) ?? []), read]);
      return null;
    } catch (error) {
      if (!(error instanceof MalformedProof)) throw error;
      const fault = error instanceof UnknownVersion ? 'DECISION_UNKNOWN' : 'DECISION_INVALID';
      return flawed(fault, `It is unreadable: ${error.message}`);
    }
  }

  /** Returns what is wrong with the decisions of each request taken together. Called after all decisions were added. */
  end(): DecisionFlaw[] {
    const unknown = this.#unknown.found;
    if (unknown) this.notes.push(unknownMembersSentence(unknown, 'the decisions'));
    return [...this.#byApproval].flatMap(([approvalId, decisions]) => {
      const { state, flaws, notes } = auditDecisions(approvalId, decisions);
      this.counts[state] += 1;
      this.notes.push(...notes);
      return flaws.map((reason): DecisionFlaw => ({ fault: 'APPROVAL_UNSOUND', reason }));
    });
  }

  async #flawIn(proof: ReturnType<typeof parseBundle>, { claimedAt }: DecisionPredicate) {
    const options = { trust: this.#trust, now: this.#now, claimedAt: new Date(claimedAt) };
    return flawInEvidence(await evidenceOf(proof, options));
  }
}
