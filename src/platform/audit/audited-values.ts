import { type ChangeSet, type EntityProperty, helper, ReferenceKind } from '@mikro-orm/core';
import type { ChangedValue } from './audited-action.ts';

/** Maximum characters of a recorded text. Longer texts are shortened. */
const MAX_TEXT_LENGTH = 200;
const MAX_ITEMS = 20;

/**
 * Matches names of text and number fields whose values aren't recorded, because they can contain secrets, digests or content.
 * Deliberately broad.
 */
const WITHHELD =
  /token|secret|password|passphrase|credential|salt|hash|digest|sha256|cipher|envelop|signature|otp|totp|code|cookie|verifier|challenge|payload|content|prompt|message|argument|answer|input|output|text|url|value|key$/i;

/** Text columns without a length limit that are recorded anyway. Other such columns usually contain content. */
const AUDITED_TEXTS = new Set(['name', 'title']);

/** Changes of an entity that may be recorded: names, states, times, numbers, owners and references. */
export function auditedChanges({ type, entity, originalEntity, payload, meta }: ChangeSet<object>): ChangedValue[] {
  const subjectId = subjectIdOf(entity);
  const isRemoved = type === 'delete' || type === 'delete_early';
  const isNew = type === 'create';
  const before = (originalEntity ?? {}) as Record<string, unknown>;
  const now = entity as Record<string, unknown>;
  const fields = isRemoved || isNew ? meta.props : meta.props.filter(({ name }) => name in payload);
  const changes: ChangedValue[] = [];
  for (const property of fields) {
    if (!isAuditable(property)) continue;
    const { name } = property;
    const [was, is] = [isNew ? null : auditedValue(before[name]), isRemoved ? null : auditedValue(now[name])];
    if (JSON.stringify(was) !== JSON.stringify(is)) {
      changes.push({ subjectId: subjectId ?? meta.className, field: name, before: was, after: is });
    }
  }
  return changes;
}

/** Id of an entity for the audit trail. Null if its primary key isn't a single text. */
export function subjectIdOf(entity: object): string | null {
  const key: unknown = helper(entity).getPrimaryKey();
  return typeof key === 'string' ? key : null;
}

function isAuditable({
  name,
  kind,
  primary,
  hidden,
  lazy,
  persist,
  version,
  runtimeType,
  columnTypes,
  type,
  enum: isEnum,
}: EntityProperty) {
  if (primary || hidden || lazy || version || persist === false) return false;
  if (kind === ReferenceKind.MANY_TO_ONE || kind === ReferenceKind.ONE_TO_ONE) return true;
  if (kind !== ReferenceKind.SCALAR) return false;
  if (isEnum || runtimeType === 'boolean' || runtimeType === 'Date') return true;
  if (WITHHELD.test(name)) return false;
  if (runtimeType === 'number') return true;
  if (String(type) === 'text' || columnTypes?.[0] === 'text') return AUDITED_TEXTS.has(name);
  return runtimeType === 'string' || columnTypes?.[0] === 'text[]';
}

/**
 * Converts a value for the audit trail to JSON of limited size. An object with an id becomes that id. Any other object becomes
 * null, except dates and arrays.
 */
export function auditedValue(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string')
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH - 1)}…` : value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(auditedValue);
  if (typeof value === 'object' && '__helper' in value) return subjectIdOf(value);
  if (typeof value === 'object' && 'id' in value) return auditedValue(value.id);
  return null;
}
