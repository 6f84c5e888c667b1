import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';
import { findViewer } from './operator.sql.ts';

/** Viewer for an operator with a session or token, or for the admin token, which has one role and doesn’t expire. */
export const operatorViewer: ViewerFinder = async ({ database, principal: { subjectId, credential } }) =>
  subjectId === null
    ? { name: null, roles: ['ADMIN'], expiresAt: null }
    : findViewer(database, subjectId, credential?.id);
