import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredRecord } from '../../chain/index.ts';
import { isoTime } from '../../platform/database/database-time.sql.ts';
import { findWithAttempts } from './run.sql.ts';

/** Erasable members of a run: its requester, and digests by which a short text could be guessed. */
export const ERASABLE = ['requestedBy', 'inputSha256', 'outputSha256', 'outputTextSha256'];

/**
 * Members of the exported record and their columns. Null members are omitted, so a new nullable column can be added here without
 * changing the digests of older records. Members are never removed or renamed.
 */
const RUN = columns('run', [
  'id',
  'kind',
  'status',
  'surface',
  'task',
  'task_version',
  'customer_id',
  'customer_key_id',
  'requested_by',
  'deployment',
  'model',
  'credential_source',
  'provider_key_id',
  'attempt_count',
  'finish_reason',
  'failure',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'images',
  'cost_micros',
  'charged_micros',
  'is_estimated',
  'started_at',
  'ended_at',
  'first_part_ms',
  'duration_ms',
  'overhead_ms',
  'input_bytes',
  'input_sha256',
  'output_bytes',
  'output_sha256',
  'is_streamed',
  'is_simulated',
  'is_not_final',
  'is_past_soft_cap',
  'policy_version',
  'catalogue_version',
  'approval_id',
  'redactions',
  'output_text_sha256',
  'possible_cost_micros',
  'usage_discrepancy',
  'cache_write_tokens',
  'cost_source',
  'output_mismatch',
  'warnings',
  'aborted_run_id',
  'citations_sha256',
]);

const ATTEMPT = columns('attempt', [
  'id',
  'number',
  'status',
  'deployment',
  'provider',
  'response_model',
  'response_id',
  'credential_source',
  'provider_key_id',
  'failure',
  'status_code',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'images',
  'cost_micros',
  'charged_micros',
  'is_estimated',
  'waited_ms',
  'started_at',
  'headers_ms',
  'first_part_ms',
  'duration_ms',
  'possible_cost_micros',
  'cache_write_tokens',
  'cost_source',
  'provider_reason',
]);

function columns(table: string, names: readonly string[]): string {
  const pairs = names.map((name) => {
    const member = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const column = `${table}.${name}`;
    const value = name.endsWith('_at') ? isoTime(column) : column;
    return `'${member}', ${value}`;
  });
  return `json_strip_nulls(json_build_object(${pairs.join(', ')}))`;
}

/** Runs with their attempts, as linked and exported. Contains no prompts or answers. */
export async function readRunRecords(em: EntityManager, ids: readonly string[]): Promise<StoredRecord[]> {
  const rows = await findWithAttempts(em, ids, { run: RUN, attempt: ATTEMPT });
  return rows.map(({ id, run, attempts, decision }) => ({ id, record: { ...run, attempts, decision } }));
}
