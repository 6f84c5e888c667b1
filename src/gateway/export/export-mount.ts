import type { z } from 'zod';
import type { ChainApi } from '../../chain/index.ts';
import { assertAccess } from '../../platform/auth/access.ts';
import { badUserInput, type ValueIssue } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { assertDecodable, parse } from '../../platform/http/parsed.ts';
import { readWithin } from '../../platform/http/read-within.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { EXPORT_MEDIA_TYPE, type ExportLine } from '../../proof/chain-export.ts';
import { FailureClass } from '../../providers/index.ts';
import { RunStatus, RunSurface } from '../runs/run.entity.ts';
import type { RunFilter } from '../runs/run.inputs.ts';
import { ExportQuery, exportDocs } from './export.docs.ts';
import { exportRuns } from './run-export.ts';

/** Gathered before it is sent: a line is a kilobyte or two, and a packet for each would cost more than the line. */
const CHUNK = 64 * 1024;

/** The log of runs as a file. It goes out as it is read, and is read no faster than it goes out. */
export function exportMount(platform: Platform, chain: ChainApi): Mount {
  const { publicUrl, streams, logger } = platform;
  return {
    path: '/exports/runs.jsonl',
    isStream: true,
    docs: { GET: exportDocs },
    methods: {
      GET: [
        async (req, res) => {
          const principal = await platform.authentication.ofRequest(req);
          assertAccess(principal, 'runs:export');
          assertDecodable(req.originalUrl);
          const filter = filterOf(parse(ExportQuery, req.query, 'query'));
          const signal = streams.open(principal.actor, res);
          const ctx = requestContext(platform, res, principal, signal);
          const lines = exportRuns(chain, ctx, { filter, issuer: publicUrl });
          // What cannot be begun is told by its status.
          const first = await lines.next();
          const day = ctx.clock.now().toISOString().slice(0, 10);
          res.writeHead(200, {
            'Content-Type': `${EXPORT_MEDIA_TYPE}; charset=utf-8`,
            'Content-Disposition': `attachment; filename="runs-${day}.jsonl"`,
            // Whoever compresses on the way gathers, and hides from us whether anybody reads.
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
              if (!isRead) await readWithin(res, signal, streams.limits.unreadMs);
              signal.throwIfAborted();
            }
            res.end(gathered);
          } catch (error) {
            // Nobody takes a file for whole that breaks off before its trailer.
            if (!signal.aborted) logger.error({ err: error, requestId: ctx.requestId }, 'an export failed');
            res.destroy();
          }
        },
      ],
    },
  };
}

const textOf = (line: ExportLine) => `${JSON.stringify(line)}\n`;

const ENUMS = { status: RunStatus, failure: FailureClass, surface: RunSurface };

/** @throws Refusal BAD_USER_INPUT for a word that there is not */
export function filterOf(query: z.infer<typeof ExportQuery>): RunFilter {
  const { startedFrom, startedBefore, isSimulated, ...lists } = query;
  const issues: ValueIssue[] = [];
  const filter: Record<string, unknown> = {};
  for (const [member, text] of Object.entries(lists)) {
    if (text === undefined) continue;
    const words = text.split(',');
    const known = Object.hasOwn(ENUMS, member) ? Object.keys(ENUMS[member as keyof typeof ENUMS]) : null;
    if (known && words.some((word) => !known.includes(word))) {
      issues.push({ pointer: `/${member}`, detail: `Give of these, with commas between them: ${known.join(', ')}.` });
    }
    filter[member] = words;
  }
  if (issues.length > 0) throw badUserInput('The query is not what this path takes.', issues);
  return {
    ...filter,
    ...(isSimulated !== undefined && { isSimulated: isSimulated === 'true' }),
    ...(startedFrom !== undefined && { startedFrom: new Date(startedFrom) }),
    ...(startedBefore !== undefined && { startedBefore: new Date(startedBefore) }),
  };
}
