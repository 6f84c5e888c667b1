import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import type { BackgroundWork } from '../feature.ts';
import { LogFrozen } from '../log/index.ts';
import { internal } from '../platform/auth/principal.ts';
import { integerSetting } from '../platform/config/settings.ts';
import { Context, type ContextBase } from '../platform/context.ts';
import type { ChainAnchors } from './anchors.ts';
import { ChainEntry } from './chain.entity.ts';
import { isAnchorDue, readAnchoredAt } from './chain-anchor.sql.ts';

export const anchorMinutes = integerSetting({
  name: 'chain.anchorMinutes',
  title: 'Minutes between anchors',
  section: ['Seals', 'Chain of records'],
  description:
    'Minutes between anchors of the records’ hash chain in the transparency log. Someone with write access to the database could still rewrite records newer than the last anchor without a trace.',
  environmentVariable: 'CHAIN_ANCHOR_MINUTES',
  schema: z.int().min(1).max(10_080),
  unit: 'MINUTES',
  default: 10,
  permission: 'settings:manage',
});

/** Interval for checking whether an anchor is due: half of the shortest interval between anchors. */
const EVERY_MS = 30_000;

const STOP_MS = 2_000;

/**
 * Adds an anchor of the chain to the log when one is due, and once more on shutdown, so that the newest records don't stay
 * unanchored.
 */
export function anchorSchedule(
  base: ContextBase,
  anchors: ChainAnchors,
  minutes: () => Promise<number>,
): BackgroundWork {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let isStopping = false;
  const context = () => {
    const occasion = { principal: internal('chain'), requestId: 'chain-anchor', signal: new AbortController().signal };
    return new Context(base, occasion);
  };
  const anchor = async (mayNow: (ctx: Context) => Promise<boolean>) => {
    const ctx = context();
    try {
      if (await mayNow(ctx)) await anchors.anchorMoved(ctx);
    } catch (error) {
      // A frozen log isn't logged here: it is reported elsewhere, and a warning every 30 seconds would be too many.
      if (!(error instanceof LogFrozen))
        ctx.logger.warn({ err: error }, 'the chain could not be anchored; retrying later');
    }
  };
  const turn = async () => {
    await anchor(async ({ em }) => isAnchorDue(em, await minutes()));
    if (!isStopping) timer = setTimeout(begin, EVERY_MS);
  };
  const begin = () => {
    working = turn();
  };
  return {
    recorded: 'the transparency log',
    start() {
      timer = setTimeout(begin, EVERY_MS);
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await working;
      // The wait is limited, because an unreachable database must not delay the shutdown.
      await Promise.race([anchor(async () => true), sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Adds a field with the time of the anchor to chain entries. */
@Resolver(() => ChainEntry)
export class ChainEntryAnchorResolver {
  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time since which this entry, with all before it, is anchored in the transparency log. Null until then.',
  })
  anchoredAt(@Root() { seq }: ChainEntry, @Ctx() ctx: Context): Promise<Date | null> {
    return ctx.loader(anchoredAtOf).load(seq);
  }
}

const anchoredAtOf = ({ em }: Context) => new DataLoader<number, Date | null>((seqs) => readAnchoredAt(em, seqs));
