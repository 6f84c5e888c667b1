// What the command that audits a log needs; nothing of the service is loaded by it.
export { AuditFolder, SpoiltState } from './audit-folder.ts';
export { type AuditReport, audit } from './auditor.ts';
export { inWords } from './in-words.ts';
export { LogClient, LogUnreachable } from './log-client.ts';
