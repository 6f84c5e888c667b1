import type { z } from 'zod';
import { type ChainApi, exportMount } from '../../chain/index.ts';
import { badUserInput, type ValueIssue } from '../../platform/errors/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { parse } from '../../platform/http/parse-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { FailureClass } from '../../providers/index.ts';
import { RunStatus, RunSurface } from '../runs/run.entity.ts';
import type { RunFilter } from '../runs/run.inputs.ts';
import { ExportQuery, exportDocs } from './export.docs.ts';
import { exportRuns } from './run-export.ts';

/** Serves an export of runs as a file. */
export function runExportMount(platform: Platform, chain: ChainApi): Mount {
  return exportMount(platform, {
    path: '/exports/runs.jsonl',
    fileName: 'runs',
    permission: 'runs:export',
    docs: exportDocs,
    lines: (ctx, query) =>
      exportRuns(chain, ctx, { filter: filterOf(parse(ExportQuery, query, 'query')), issuer: platform.publicUrl }),
  });
}

const ENUMS = { status: RunStatus, failure: FailureClass, surface: RunSurface };

/** @throws Refusal BAD_USER_INPUT for an unknown enum value */
export function filterOf(query: z.infer<typeof ExportQuery>): RunFilter {
  const { startedFrom, startedBefore, isSimulated, isHeld, minCostMicros, maxCostMicros, ...lists } = query;
  const issues: ValueIssue[] = [];
  const filter: Record<string, unknown> = {};
  for (const [member, text] of Object.entries(lists)) {
    if (text === undefined) continue;
    const words = text.split(',');
    const known = Object.hasOwn(ENUMS, member) ? Object.keys(ENUMS[member as keyof typeof ENUMS]) : null;
    if (known && words.some((word) => !known.includes(word))) {
      issues.push({
        pointer: `/${member}`,
        detail: `Send one or more of these values, separated by commas: ${known.join(', ')}.`,
      });
    }
    filter[member] = words;
  }
  if (issues.length > 0) throw badUserInput('The query has invalid values.', issues);
  return {
    ...filter,
    ...(isSimulated !== undefined && { isSimulated: isSimulated === 'true' }),
    ...(isHeld !== undefined && { isHeld: isHeld === 'true' }),
    ...(minCostMicros !== undefined && { minCostMicros: Number(minCostMicros) }),
    ...(maxCostMicros !== undefined && { maxCostMicros: Number(maxCostMicros) }),
    ...(startedFrom !== undefined && { startedFrom: new Date(startedFrom) }),
    ...(startedBefore !== undefined && { startedBefore: new Date(startedBefore) }),
  };
}
