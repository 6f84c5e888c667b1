import type { Request } from 'express';
import { assertAccess } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import type { Mount } from '../platform/http/mount.ts';
import { assertDecodableQuery } from '../platform/http/parse-request.ts';
import { requestContext } from '../platform/http/request-context.ts';
import { waitForDrain } from '../platform/http/wait-for-drain.ts';
import type { Platform } from '../platform/platform.ts';
import type { Permission } from '../platform/registry.ts';
import { EXPORT_MEDIA_TYPE } from '../proof/chain-export.ts';

/**
 * Size of a chunk of the response in characters. A line has one or two kilobytes, and a packet per line would cost more than the
 * line.
 */
const CHUNK = 64 * 1024;

export interface ExportRoute {
  path: string;
  /** First part of the file name, before the date. */
  fileName: string;
  permission: Permission;
  docs: MethodDocs;
  /**
   * Creates the lines of the export for a request.
   * @throws Refusal BAD_USER_INPUT
   */
  lines(ctx: Context, query: Request['query']): AsyncGenerator<object>;
}

/** Serves records as a file of JSON Lines. Streams with backpressure: reads no faster than the client. */
export function exportMount(
  platform: Platform,
  { path, fileName, permission, docs, lines: linesOf }: ExportRoute,
): Mount {
  const { streams, logger } = platform;
  return {
    path,
    isStream: true,
    docs: { GET: docs },
    methods: {
      GET: [
        async (req, res) => {
          const principal = await platform.authentication.ofRequest(req);
          assertAccess(principal, permission);
          assertDecodableQuery(req.originalUrl);
          const signal = streams.open(principal.actor, res);
          const ctx = requestContext(platform, res, principal, signal);
          const lines = linesOf(ctx, req.query);
          // The first line is created before the headers are sent, so that an error still decides the status.
          const first = await lines.next();
          const day = ctx.clock.now().toISOString().slice(0, 10);
          res.writeHead(200, {
            'Content-Type': `${EXPORT_MEDIA_TYPE}; charset=utf-8`,
            'Content-Disposition': `attachment; filename="${fileName}-${day}.jsonl"`,
            // Prevents proxies from compressing: they would buffer, and hide from the service whether the client still reads.
            'Cache-Control': 'no-store, no-transform',
            'X-Accel-Buffering': 'no',
          });
          let gathered = first.done ? '' : textOf(first.value);
          try {
            for await (const line of lines) {
              gathered += textOf(line);
              if (gathered.length < CHUNK) continue;
              const isRead = res.write(gathered);
              gathered = '';
              if (!isRead) await waitForDrain(res, signal);
              signal.throwIfAborted();
            }
            res.end(gathered);
          } catch (error) {
            // The response ends early. A client detects the incomplete file by its missing last line.
            if (!signal.aborted) logger.error({ err: error, requestId: ctx.requestId }, 'an export failed');
            res.destroy();
          }
        },
      ],
    },
  };
}

const textOf = (line: object) => `${JSON.stringify(line)}\n`;
