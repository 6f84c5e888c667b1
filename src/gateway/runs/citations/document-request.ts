import type { TextTask } from '../../../models/index.ts';
import { Refusal, type ValueIssue } from '../../../platform/errors/errors.ts';
import { DOCUMENT_TASKS } from '../../routing/document-route.ts';
import type { TaskRequest } from '../run-task.ts';
import type { RequestedDocuments } from './requested-documents.ts';

export const MOST_DOCUMENTS = 100;

/** Documents of a request as a member of it. Empty if the caller named none. */
export function documentsOf(
  caseId: string | null | undefined,
  documentIds: readonly string[] | null | undefined,
): Pick<TaskRequest, 'documents'> {
  if (!caseId && !documentIds?.length) return {};
  return { documents: { caseId: caseId || null, documentIds: [...new Set(documentIds ?? [])] } };
}

/** @throws Refusal INPUT_INVALID for a request with documents that the task can't answer */
export function assertTakesDocuments(request: TaskRequest, documents: RequestedDocuments, task: TextTask): void {
  const issues: ValueIssue[] = [];
  const { caseId, documentIds } = documents;
  const pointer = caseId === null ? '/documentIds' : '/caseId';
  if (!DOCUMENT_TASKS.includes(task.name)) {
    const detail = `The task ${task.name} can’t answer from documents. Use one of: ${DOCUMENT_TASKS.join(', ')}.`;
    issues.push({ pointer, detail });
  }
  if (caseId !== null && documentIds.length > 0) {
    issues.push({ pointer: '/documentIds', detail: 'Send `caseId` or `documentIds`, not both.' });
  }
  if (documentIds.length > MOST_DOCUMENTS) {
    const detail = `\`documentIds\` has ${documentIds.length} items, but the maximum is ${MOST_DOCUMENTS}. Send the \`caseId\` instead.`;
    issues.push({ pointer: '/documentIds', detail });
  }
  if (request.tools.length > 0) {
    issues.push({ pointer: '/tools', detail: 'A request with documents can’t have tools. Leave out `tools`.' });
  }
  if (request.json !== null || task.outputSchema !== null) {
    const detail = 'An answer from documents is a text with citations, not JSON. Leave out the schema of the answer.';
    issues.push({ pointer: '/outputSchema', detail });
  }
  if (issues.length > 0) throw new Refusal('INPUT_INVALID', issues.map(({ detail }) => detail).join(' '), { issues });
}
