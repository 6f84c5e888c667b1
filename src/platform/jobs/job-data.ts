import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';
import { ownerOf, type Principal, requesterOf } from '../auth/principal.ts';

/** Name under which a job's data contains its owner. */
const OWNER = '$owner';

/** Name under which a job's data contains its requester, if that is an agent of the owner. */
const ASKER = '$asker';

/** Name under which a job's data contains its trace: a W3C `traceparent`. */
const TRACE = '$trace';

/** Name under which a job's data contains the number of its postponements. */
const WAITS = '$waits';

/**
 * Fields that the queue adds to a job's data. Jobs of earlier releases have no owner; requester, trace and postponements are
 * often absent.
 */
type SentPayload = { [OWNER]?: string | null; [ASKER]?: string; [TRACE]?: Record<string, string>; [WAITS]?: number };

export function ownedBy(owner: string | null, payload: object): object {
  return owner === null ? payload : { ...payload, [OWNER]: owner };
}

export function askedBy(principal: Principal, payload: object): object {
  const [owner, asker] = [ownerOf(principal), requesterOf(principal)];
  return ownedBy(owner, asker === owner ? payload : { ...payload, [ASKER]: asker });
}

export function tracedBy(payload: object): object {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return 'traceparent' in carrier ? { ...payload, [TRACE]: carrier } : payload;
}

/** Returns the data of a job for its next postponement, and how often it was postponed before. */
export function postponed(data: unknown): { waits: number; data: object } {
  const { [WAITS]: waits = 0, ...rest } = data as SentPayload;
  return { waits, data: { ...rest, [WAITS]: waits + 1 } };
}

/** Separates the payload of a job from the fields that the queue added. */
export function contentOf(data: unknown): { owner: string | null; asker: string | null; payload: object } {
  const {
    [OWNER]: owner = null,
    [ASKER]: asker = null,
    [TRACE]: _trace,
    [WAITS]: _waits,
    ...payload
  } = data as SentPayload;
  return { owner, asker, payload };
}

/** Returns the context of the trace in which a job was sent. */
export function traceOf(data: unknown) {
  return propagation.extract(ROOT_CONTEXT, (data as SentPayload)[TRACE] ?? {});
}
