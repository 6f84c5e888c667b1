import type { Account } from '../../customers/index.ts';
import type { TaskEntry, TextTask } from '../../models/index.ts';
import { Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import { maxOutputTokensOf } from './model-request.ts';
import type { TaskRequest } from './run-task.ts';

/** @throws Refusal FORBIDDEN for a key that doesn't allow this task */
export function assertInScope({ tasks }: Account, task: TaskEntry): void {
  if (tasks === null || tasks.includes(task.name)) return;
  throw new Refusal(
    'FORBIDDEN',
    `This key doesn’t allow the task ${task.name}. It allows: ${tasks.join(', ') || 'none'}.`,
  );
}

/** @throws Refusal INPUT_INVALID for an image task, which has its own endpoint */
export function assertText(task: TaskEntry): asserts task is TextTask {
  if (task.kind === 'TEXT') return;
  const detail = `The task ${task.name} returns images, not text. Use /v1/images/generations.`;
  throw new Refusal('INPUT_INVALID', detail, { issues: [{ pointer: '/task', detail }] });
}

/** @throws Refusal INPUT_INVALID with all issues */
export function assertFits(request: TaskRequest, task: TextTask): void {
  const issues: ValueIssue[] = [];
  const { prompt, temperature, topP } = request;
  const { parameters } = task;
  if (!prompt.some(({ role }) => role === 'user' || role === 'tool')) {
    issues.push({ pointer: '/messages', detail: 'The conversation has no user message.' });
  }
  const tokens = maxOutputTokensOf(request, task);
  if (!Number.isSafeInteger(tokens) || tokens < 1 || tokens > parameters.maxOutputTokens) {
    const most = parameters.maxOutputTokens.toLocaleString('en');
    issues.push({
      pointer: '/maxOutputTokens',
      detail: `The task ${task.name} allows 1 to ${most} output tokens; ${tokens} were requested.`,
    });
  }
  if (temperature !== null && !(temperature >= 0 && temperature <= 2)) {
    issues.push({
      pointer: '/temperature',
      detail: `The temperature must be a number from 0 to 2; it is ${temperature}.`,
    });
  }
  if (topP !== null && !(topP >= 0 && topP <= 1)) {
    issues.push({ pointer: '/topP', detail: `\`topP\` must be a number from 0 to 1; it is ${topP}.` });
  }
  if (issues.length > 0) throw new Refusal('INPUT_INVALID', issues.map(({ detail }) => detail).join(' '), { issues });
}
