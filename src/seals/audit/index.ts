// What the command that audits a log needs; nothing of the service is loaded by it.
export { AuditFolder, SpoiltState } from './audit-folder.ts';
export { type AuditReport, audit } from './auditor.ts';
export { LogClient, LogUnreachable } from './log-client.ts';
