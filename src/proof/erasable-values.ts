import { commitmentTo } from './chain.ts';
import type { FieldReader, JsonObject } from './json.ts';

/** The values of a record that may be erased, compared with their commitments in the record. */
export interface ErasableValues {
  isErased: boolean;
  /** True if the record is marked as erased, but the export still has erased values. They aren’t compared then. */
  hasErased: boolean;
  /** Members whose value doesn’t match the commitment. */
  changed: string[];
}

/**
 * Compares the erasable values on a line with the commitments in its record. The record contains only a commitment to each such
 * value.
 */
export function erasableValuesOf(line: FieldReader, record: FieldReader): ErasableValues {
  const erasable = line.value('erasable') as JsonObject;
  line.object('erasable');
  const salt = line.has('salt') ? line.hex('salt', 32) : null;
  const salts = saltsIn(line);
  const isErased = line.optionalInstant('erasedAt') !== undefined;
  const commitments = (record.has('commitments') ? record.value('commitments') : {}) as JsonObject;
  if (record.has('commitments')) record.object('commitments');
  if (isErased && (salt !== null || Object.keys(erasable).some((member) => !salts.has(member)))) {
    return { isErased, hasErased: true, changed: [] };
  }
  const shown = isErased ? salts.keys() : Object.keys(commitments);
  const changed = [...new Set([...Object.keys(erasable), ...shown])].filter((member) => {
    const value = erasable[member];
    const own = salts.get(member) ?? salt;
    return own === null || value === undefined || commitmentTo(own, member, value) !== commitments[member];
  });
  return { isErased, hasErased: false, changed };
}

/** Salts of the commitments, by member. Empty if one salt is used for all. */
function saltsIn(fields: FieldReader): ReadonlyMap<string, string> {
  if (!fields.has('salts')) return new Map();
  const names = Object.keys(fields.value('salts') as JsonObject);
  const salts = fields.object('salts');
  return new Map(names.map((name) => [name, salts.hex(name, 32)]));
}
