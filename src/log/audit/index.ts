// API for the command that audits a log. Importing this file loads nothing of the service.
export { CorruptState } from '../../proof/log-audit/audit-memory.ts';
export { type AuditReport, audit } from '../../proof/log-audit/auditor.ts';
export { durationText } from '../../proof/log-audit/duration-text.ts';
export { LogClient } from '../../proof/log-audit/log-client.ts';
export { LogUnreachable } from '../../proof/log-audit/log-request.ts';
export { AuditFolder } from './audit-folder.ts';
