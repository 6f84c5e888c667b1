/** What an operator may do. ADMIN includes all the others. */
export const OperatorRole = { ADMIN: 'ADMIN', EDITOR: 'EDITOR', APPROVER: 'APPROVER', AUDITOR: 'AUDITOR' } as const;
export type OperatorRole = (typeof OperatorRole)[keyof typeof OperatorRole];

/** Who is asking. Decided once for each request; everything after that reads it. */
export type Viewer =
  | { kind: 'ANONYMOUS' }
  | { kind: 'INTEGRATION'; id: string }
  | { kind: 'OPERATOR'; id: string; roles: readonly OperatorRole[] }
  | { kind: 'PARTNER'; id: string; partnerId: string; tokenId: string };

export type ViewerKind = Viewer['kind'];

export const ANONYMOUS: Viewer = { kind: 'ANONYMOUS' };

/** Names the viewer in a row or a log line. Never a secret. */
export function actorOf(viewer: Viewer): string {
  return viewer.kind === 'ANONYMOUS' ? 'anonymous' : `${viewer.kind.toLowerCase()}:${viewer.id}`;
}
