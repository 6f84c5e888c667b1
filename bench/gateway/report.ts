import { markdownTable } from '../markdown-table.ts';
import { quantile } from '../quantile.ts';
import type { Plan, Round } from './measure.ts';

export type Rounds = ReadonlyMap<string, readonly Round[]>;

export const DIRECT = 'direct, no gateway';
export const FLOOR = 'floor: node:http and undici, bytes passed on';
export const PORTKEY = 'Portkey 1.15.2 (no keys, no money, no log)';
export const OURS = 'Imprimatur (key, policy, reservation, settlement, log)';

const MEBIBYTE = 2 ** 20;
const median = (numbers: readonly number[]) => quantile(numbers, 0.5);

/** Markdown with a table of all gateways, and a second table that compares this service with the others and with the aims. */
export function report(rounds: Rounds, plan: Plan): string {
  const parts = [
    `${plan.rounds} rounds of ${plan.questions} questions in turn, whole and streamed, and ${plan.secondsOfLoad} s of load each; medians. A stream has 22 chunks. "Added" is the difference to direct in the same round.`,
    figures(rounds),
  ];
  if (rounds.has(OURS)) parts.push(ratios(rounds));
  return parts.join('\n\n');
}

function figures(rounds: Rounds): string {
  const direct = rounds.get(DIRECT)!;
  const rows = [...rounds].map(([name, its]) => {
    const of = (value: (round: Round) => number) => median(its.map(value));
    const added = (value: (round: Round) => number) => (name === DIRECT ? '' : addedTo(direct, its, value).toFixed(2));
    return [
      name,
      of(({ p50Ms }) => p50Ms).toFixed(2),
      added(({ p50Ms }) => p50Ms),
      added(({ p99Ms }) => p99Ms),
      of(({ firstTokenP50Ms }) => firstTokenP50Ms).toFixed(2),
      added(({ firstTokenP50Ms }) => firstTokenP50Ms),
      of(({ processorMsPerAnswer }) => processorMsPerAnswer).toFixed(2),
      of(({ processorMsPerStream }) => processorMsPerStream).toFixed(2),
      of(({ answersPerSecond }) => answersPerSecond).toFixed(0),
      of(({ streamsPerSecond }) => streamsPerSecond).toFixed(0),
      (of(({ residentBytes }) => residentBytes) / MEBIBYTE).toFixed(0),
    ];
  });
  return markdownTable(
    [
      '',
      'p50 ms, c=1',
      'added p50',
      'added p99',
      'first token ms',
      'added',
      'processor ms a request',
      'processor ms a stream',
      'req/s, c=16',
      'streams/s, c=16',
      'RSS MB',
    ],
    rows,
  );
}

interface Aim {
  readonly what: string;
  readonly value: (round: Round) => number;
  readonly isAdded?: true;
  readonly isMore?: true;
  readonly target: string;
  /** Returns true if the value of this service meets the target, given the values of Portkey and of the floor. */
  readonly isMet: (ours: number, portkey: number, floor: number) => boolean;
}

const AIMS: readonly Aim[] = [
  {
    what: 'added p50 ms, c=1',
    value: ({ p50Ms }) => p50Ms,
    isAdded: true,
    target: '≤ 1 × Portkey',
    isMet: (ours, portkey) => ours <= portkey,
  },
  {
    what: 'added p99 ms, c=1',
    value: ({ p99Ms }) => p99Ms,
    isAdded: true,
    target: '≤ 11 ms',
    isMet: (ours) => ours <= 11,
  },
  {
    what: 'added first token ms',
    value: ({ firstTokenP50Ms }) => firstTokenP50Ms,
    isAdded: true,
    target: '≤ 5 ms',
    isMet: (ours) => ours <= 5,
  },
  {
    what: 'processor ms a request',
    value: ({ processorMsPerAnswer }) => processorMsPerAnswer,
    target: '≤ 1 × Portkey',
    isMet: (ours, portkey) => ours <= portkey,
  },
  {
    what: 'processor ms a stream',
    value: ({ processorMsPerStream }) => processorMsPerStream,
    target: '≤ 4 ms',
    isMet: (ours) => ours <= 4,
  },
  {
    what: 'req/s, c=16',
    value: ({ answersPerSecond }) => answersPerSecond,
    isMore: true,
    target: '≥ 0.25 × floor, aim 0.4',
    isMet: (ours, _, floor) => ours >= 0.25 * floor,
  },
];

function ratios(rounds: Rounds): string {
  const direct = rounds.get(DIRECT)!;
  const rows = AIMS.map(({ what, value, isAdded, target, isMet }) => {
    const of = (name: string) => {
      const its = rounds.get(name)!;
      return isAdded ? addedTo(direct, its, value) : median(its.map(value));
    };
    const [ours, portkey, floor] = [of(OURS), of(PORTKEY), of(FLOOR)];
    const figures = [ours, portkey, floor].map((figure) => figure.toFixed(2));
    return [
      what,
      ...figures,
      (ours / portkey).toFixed(2),
      (ours / floor).toFixed(2),
      target,
      isMet(ours, portkey, floor) ? 'met' : 'missed',
    ];
  });
  return markdownTable(['', 'ours', 'Portkey', 'floor', 'ours ÷ Portkey', 'ours ÷ floor', 'target', ''], rows);
}

/**
 * Median of the differences between a gateway and direct calls. They are compared round by round, so that a slow minute affects
 * both.
 */
const addedTo = (direct: readonly Round[], its: readonly Round[], value: (round: Round) => number): number =>
  median(its.map((one, round) => value(one) - value(direct[round]!)));
