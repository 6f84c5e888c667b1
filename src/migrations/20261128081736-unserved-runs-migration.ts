import { check, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** A request that no deployment can be called for is a run with a failure of its own. */
export class UnservedRuns20261128081736 extends SteppedMigration {
  override name = 'UnservedRuns20261128081736';

  override steps(): Step[] {
    return ['run', 'attempt'].flatMap((table) => check(table, `${table}_failure_check`, `"failure" in (${FAILURES})`));
  }
}

const FAILURES = `'RATE_LIMITED', 'QUOTA', 'KEY_REFUSED', 'FORBIDDEN', 'INVALID_REQUEST', 'CONTEXT_LENGTH', 'CONTENT_FILTER', 'MODEL_NOT_FOUND', 'PROVIDER_ERROR', 'UNREACHABLE', 'CONNECT_TIMEOUT', 'FIRST_TOKEN_TIMEOUT', 'IDLE_TIMEOUT', 'TOTAL_TIMEOUT', 'TRUNCATED', 'GARBAGE', 'BREAKER_OPEN', 'BULKHEAD_FULL', 'CANCELED', 'ADDRESS_NOT_ALLOWED', 'OUTPUT_INVALID', 'NO_PROVIDER_AVAILABLE', 'UNKNOWN'`;
