import { hash } from 'node:crypto';
import type { Account } from '../../../customers/index.ts';
import type { DeploymentEntry } from '../../../models/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { EnvelopeEncryption } from '../../../platform/encryption/envelope-encryption.ts';
import { newId } from '../../../platform/ids.ts';
import type { RunContext } from '../run-context.ts';
import type { TaskRequest } from '../run-task.ts';
import { deleteExpiredReasoning, findReasoning, keepReasoning } from './kept-reasoning.sql.ts';
import { callIdsIn, familyOf, type ReturnedReasoning, reasoningToReturn } from './returned-reasoning.ts';

/**
 * Maximum bytes of stored reasoning, about 60,000 tokens. Longer reasoning would fill the table, with one row per tool call, and
 * cost a lot as input.
 */
const MAX_BYTES = 256 * 1024;

export interface RecalledReasoning {
  readonly found: readonly ReturnedReasoning[];
  /** Warnings for the caller, in sentences. */
  readonly warnings: readonly string[];
}

/**
 * Keeps reasoning between an answer with tool calls and the request with their results. In Responses, the caller carries it,
 * encrypted for its account. Chat and GraphQL have no field for it, so it is stored for a day, as for a held answer.
 */
export class ReasoningKeeper {
  readonly #database: Database;
  readonly #encryption: EnvelopeEncryption;

  constructor(database: Database, encryption: EnvelopeEncryption) {
    this.#database = database;
    this.#encryption = encryption;
  }

  /**
   * Stores the reasoning of an answer with tool calls.
   * @returns the encrypted reasoning if the caller carries it; null otherwise
   */
  async keep(run: RunContext, isHeld: boolean, returned: Omit<ReturnedReasoning, 'family'>): Promise<string | null> {
    const { account, attempt, request, id: runId, ctx } = run;
    if (returned.calls.length === 0 || attempt!.credential.source === 'SANDBOX') return null;
    const reasoning = reasoningToReturn(attempt!.deployment, returned);
    if (!reasoning) return null;
    const plain = Buffer.from(JSON.stringify(reasoning), 'utf8');
    if (plain.length > MAX_BYTES) return null;
    if (request.surface === 'RESPONSES' && !isHeld) {
      return this.#encryption.encrypt(plain, contextOf(account)).toString('base64');
    }
    const rows = reasoning.calls.map((call) => {
      const id = newId('reasoning');
      return { id, runId, callSha256: digestOf(account, call.id), content: this.#encryption.encrypt(plain, id) };
    });
    try {
      await keepReasoning(this.#database, runId, rows);
    } catch (error) {
      // The error is only logged: the answer is paid for, and complete without the stored reasoning.
      ctx.logger.warn({ runId, error: (error as Error).message }, 'the reasoning of tool calls was not stored');
    }
    return null;
  }

  /** Finds the reasoning that led to the tool calls of a request, for the deployments that want it back. */
  async recall(
    account: Account,
    request: TaskRequest,
    deployments: readonly DeploymentEntry[],
  ): Promise<RecalledReasoning> {
    const ids = callIdsIn(request.prompt);
    if (ids.length === 0) return NOTHING;
    const families = new Set(deployments.flatMap((one) => familyOf(one) ?? []));
    if (families.size === 0) return NOTHING;
    const carried = (request.encryptedReasoning ?? []).map((text) => this.#opened(text, account));
    const warnings = carried.includes(null) ? [UNREADABLE] : [];
    const found = carried.filter((one) => one !== null);
    const known = new Set(found.flatMap(({ calls }) => calls.map(({ id }) => id)));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) found.push(...(await this.#kept(account, missing)));
    return { found: found.filter(({ family }) => families.has(family)), warnings };
  }

  async #kept(account: Account, ids: readonly string[]): Promise<ReturnedReasoning[]> {
    const rows = await findReasoning(
      this.#database,
      ids.map((id) => digestOf(account, id)),
    );
    // Each call of an answer has its own row with the same reasoning.
    const found = new Map<string, ReturnedReasoning>();
    for (const { id, content } of rows) {
      const text = this.#encryption.decrypt(content, id).toString('utf8');
      found.set(text, JSON.parse(text) as ReturnedReasoning);
    }
    return [...found.values()];
  }

  #opened(text: string, account: Account): ReturnedReasoning | null {
    try {
      return JSON.parse(
        this.#encryption.decrypt(Buffer.from(text, 'base64'), contextOf(account)).toString('utf8'),
      ) as ReturnedReasoning;
    } catch {
      return null;
    }
  }
}

const NOTHING: RecalledReasoning = { found: [], warnings: [] };
const UNREADABLE = 'A reasoning item was left out: its encrypted_content isn’t one of this service for this account.';

const contextOf = ({ id }: Account) => `reasoning ${id}`;

const digestOf = ({ id }: Account, callId: string) => hash('sha256', JSON.stringify([id, callId]));

/** Rows per statement. A larger deletion would block writers. */
const BATCH = 1_000;

/** Deletes expired reasoning. Returns the number of rows. */
export async function deleteOldReasoning({ em, signal }: Context): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const deleted = await deleteExpiredReasoning(em, BATCH);
    forgotten += deleted;
    if (deleted < BATCH || signal.aborted) return forgotten;
  }
}
