// What the command that audits a log needs; nothing of the service is loaded by it.
export { SpoiltState } from '../../proof/log-audit/audit-memory.ts';
export { type AuditReport, audit } from '../../proof/log-audit/auditor.ts';
export { inWords } from '../../proof/log-audit/in-words.ts';
export { LogClient } from '../../proof/log-audit/log-client.ts';
export { LogUnreachable } from '../../proof/log-audit/log-request.ts';
export { AuditFolder } from './audit-folder.ts';
