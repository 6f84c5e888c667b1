import type { OPERATORS } from '../platform/auth/roles.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';

const BY_ID = {
  name: 'operator_viewer',
  text: `select name, roles, coalesce((select expires_at from operator_session where id = $2),
           (select expires_at from operator_token where id = $2)) from operator where id = $1`,
};

type Row = [name: string, roles: (typeof OPERATORS)[number][], expiresAt: string | null];

/** For `viewer`: a person, by a session or a token; or the admin token, which has one role and doesn't expire. */
export const operatorViewer: ViewerFinder = async ({ database, principal: { subjectId, credential } }) => {
  if (subjectId === null) return { name: null, roles: ['ADMIN'], expiresAt: null };
  const found = await database.readRow<Row>(BY_ID, [subjectId, credential?.id]);
  return found ? { name: found[0], roles: found[1], expiresAt: found[2] === null ? null : new Date(found[2]) } : null;
};
