/**
 * SQLSTATE of an error: two characters for the class, three for the condition. The driver's error has it, and the ORM wraps that
 * error. Null for every other error. Source: appendix A of PostgreSQL's manual.
 */
export function sqlstateOf(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { code?: unknown };
    // No class begins with an E, as the five letters of EPIPE do.
    if (typeof code === 'string' && /^[0-9FHPX][0-9A-Z]{4}$/.test(code)) return code;
  }
  return null;
}

/** True for a statement that was cancelled, most often by its own time limit: it may take too long every time. */
export function isCanceled(error: unknown): boolean {
  return sqlstateOf(error) === '57014';
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlstateOf(error) === '23505';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlstateOf(error) === '23503';
}

/** A value that does not fit (class 22), or a constraint that is broken (23): what was sent is at fault, not the database. */
export function isOfTheData(error: unknown): boolean {
  return /^2[23]/.test(sqlstateOf(error) ?? '');
}

/**
 * Two transactions stood in each other's way (40001, 40P01), or a lock was not to be had in its time (55P03), and this one was
 * undone: the same again may well succeed.
 */
export function isLockFailure(error: unknown): boolean {
  return /^(40001|40P01|55P03)$/.test(sqlstateOf(error) ?? '');
}

/** A row came to the default partition while the partition that it belongs to was attached. The same again finds its place. */
export function isOfAnotherPartition(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code, constraint } = one as { code?: unknown; constraint?: unknown };
    // Checks of the table itself have names.
    if (code === '23514') return constraint === undefined;
  }
  return false;
}
