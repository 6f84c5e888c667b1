import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type SandboxOptions, sandboxModel } from '../../../src/providers/sandbox/index.ts';

export const DEPLOYMENT = 'openai/gpt-6-luna';

export const saying = (text: string): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
});

export async function answered(task: string, options: LanguageModelV4CallOptions): Promise<string> {
  const { content } = await sandboxModel(task, DEPLOYMENT).doGenerate(options);
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export async function streamedParts(
  task: string,
  options: LanguageModelV4CallOptions,
  pace?: SandboxOptions,
): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await sandboxModel(task, DEPLOYMENT, pace).doStream(options);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

export const textIn = (parts: readonly LanguageModelV4StreamPart[]): string =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
