import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * Sends a progress notification every `everyMs` milliseconds while the work runs, if the client requested them. Each notification
 * restarts the client's timeout.
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
    // Failures are ignored, because a disconnected client is detected by its closed connection.
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

/** Returns the message without its request for progress notifications. */
export function withoutProgress(message: Message): Message {
  if (!wantsProgress(message)) return message;
  const { progressToken: _, ...meta } = message.params!._meta!;
  return { ...message, params: { ...message.params, _meta: meta } };
}
