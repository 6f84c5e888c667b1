import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Sends a progress notification every `everyMs` while the work goes on, where the client has asked for them: each one starts
 * the client's own time limit anew.
 */
export async function withProgress<T>(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  const beganMs = performance.now();
  const timer = setInterval(() => {
    const progress = (performance.now() - beganMs) / 1_000;
    const message = `Running for ${Math.round(progress)} s.`;
    // A client that has gone is noticed by its connection.
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

interface Message {
  params?: { _meta?: { progressToken?: unknown } };
}

/** True if a message asks for progress notifications, which only a stream can carry. */
export function wantsProgress({ params }: Message): boolean {
  return params?._meta?.progressToken !== undefined;
}

/** The same message without a wish for progress. */
export function withoutProgress(message: Message): Message {
  if (!wantsProgress(message)) return message;
  const { progressToken: _, ...meta } = message.params!._meta!;
  return { ...message, params: { ...message.params, _meta: meta } };
}
