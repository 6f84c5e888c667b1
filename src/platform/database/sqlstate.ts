/**
 * SQLSTATE of an error: two characters for the class, three for the condition. Also found in an error of the ORM, which wraps the
 * driver's error. Null for every other error. Source: appendix A of PostgreSQL's manual.
 */
export function sqlstateOf(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    // The pattern excludes Node's codes such as EPIPE: no SQLSTATE class begins with E.
    if (typeof code === 'string' && /^[0-9FHPX][0-9A-Z]{4}$/.test(code)) return code;
  }
  return null;
}

/** SQLSTATE of a statement that the account may not run. */
export const INSUFFICIENT_PRIVILEGE = '42501';

/** True if PostgreSQL cancelled the statement, usually because of its time limit, which a repetition would exceed again. */
export function isCanceled(error: unknown): boolean {
  return sqlstateOf(error) === '57014';
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlstateOf(error) === '23505';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlstateOf(error) === '23503';
}

/** True if the data caused the error: a value that doesn't fit its column (class 22), or a violated constraint (23). */
export function isOfTheData(error: unknown): boolean {
  return /^2[23]/.test(sqlstateOf(error) ?? '');
}

/**
 * True if PostgreSQL rolled the transaction back because of a conflict with another one (40001, 40P01) or a lock timeout (55P03).
 * Repeating the transaction can succeed.
 */
export function isLockFailure(error: unknown): boolean {
  return /^(40001|40P01|55P03)$/.test(sqlstateOf(error) ?? '');
}

/**
 * True if a row was inserted into the default partition while its own partition was attached. Repeating the insertion succeeds.
 */
export function isOfAnotherPartition(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, constraint } = one as { code?: unknown; constraint?: unknown };
    // Violations of the table's own CHECKs name the constraint. Violations of a partition's bounds don't.
    if (code === '23514') return constraint === undefined;
  }
  return false;
}
