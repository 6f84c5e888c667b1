import type { Children } from '../child.ts';
import { repeat } from '../load.ts';
import { quantile } from '../quantile.ts';
import { bodyFor, type Gateway, GatewayClient } from './ask.ts';

export interface Plan {
  readonly rounds: number;
  /** Number of sequential requests in a round, for whole answers and again for streams. */
  readonly questions: number;
  readonly secondsOfLoad: number;
  readonly warmUpQuestions: number;
}

/** Measurements of one gateway in one round. */
export interface Round {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly firstTokenP50Ms: number;
  readonly processorMsPerAnswer: number;
  readonly processorMsPerStream: number;
  readonly answersPerSecond: number;
  readonly streamsPerSecond: number;
  readonly residentBytes: number;
}

const CONNECTIONS = 16;
/** Allowed difference of an answer's length, as a share. Answers differ only in ids and times. */
const SIZE_TOLERANCE = 0.1;

/** Runs rounds in turn, each starting with another gateway, so that other load on the machine affects all of them. */
export async function measure(
  gateways: readonly Gateway[],
  upstreamUrl: string,
  children: Children,
  plan: Plan,
): Promise<Map<string, Round[]>> {
  for (const gateway of gateways) {
    console.error(`Warming up ${gateway.name} …`);
    await inTurn(gateway, plan.warmUpQuestions, false);
    await inTurn(gateway, plan.warmUpQuestions, true);
    for (const isStreamed of [false, true]) await underLoad(gateway, upstreamUrl, children, isStreamed, 1);
  }
  const rounds = new Map<string, Round[]>(gateways.map(({ name }) => [name, []]));
  for (let round = 0; round < plan.rounds; round++) {
    const first = round % gateways.length;
    for (const gateway of [...gateways.slice(first), ...gateways.slice(0, first)]) {
      const measured = await oneRound(gateway, upstreamUrl, children, plan);
      rounds.get(gateway.name)!.push(measured);
      const { p50Ms, firstTokenP50Ms, processorMsPerAnswer, answersPerSecond } = measured;
      console.error(
        `Round ${round + 1} of ${plan.rounds}: ${p50Ms.toFixed(2)} ms, first token ${firstTokenP50Ms.toFixed(2)} ms, ` +
          `${processorMsPerAnswer.toFixed(2)} ms of processor, ${answersPerSecond.toFixed(0)} req/s  ${gateway.name}`,
      );
    }
  }
  return rounds;
}

async function oneRound(gateway: Gateway, upstreamUrl: string, children: Children, plan: Plan): Promise<Round> {
  const whole = await inTurn(gateway, plan.questions, false);
  const streamed = await inTurn(gateway, plan.questions, true);
  const answers = await underLoad(gateway, upstreamUrl, children, false, plan.secondsOfLoad);
  const streams = await underLoad(gateway, upstreamUrl, children, true, plan.secondsOfLoad);
  return {
    p50Ms: quantile(
      whole.map(({ totalMs }) => totalMs),
      0.5,
    ),
    p99Ms: quantile(
      whole.map(({ totalMs }) => totalMs),
      0.99,
    ),
    firstTokenP50Ms: quantile(
      streamed.map(({ firstMs }) => firstMs),
      0.5,
    ),
    processorMsPerAnswer: answers.processorMs,
    processorMsPerStream: streams.processorMs,
    answersPerSecond: answers.perSecond,
    streamsPerSecond: streams.perSecond,
    residentBytes: children.useOf(gateway.url).residentBytes,
  };
}

/** Sends sequential requests over one connection and checks each answer. */
async function inTurn(gateway: Gateway, questions: number, isStreamed: boolean) {
  const asker = new GatewayClient(1);
  const times = [];
  for (let question = 0; question < questions; question++) times.push(await asker.ask(gateway, isStreamed));
  asker.close();
  return times;
}

/**
 * Sends requests without pauses over sixteen connections. Each answer must have status 200, answers must have about the length
 * that they have without load, and each request must reach the provider.
 */
async function underLoad(
  gateway: Gateway,
  upstreamUrl: string,
  children: Children,
  isStreamed: boolean,
  seconds: number,
) {
  const asked = async () => Number(await (await fetch(new URL('/count', upstreamUrl))).text());
  const load = (seconds: number, connections: number) =>
    repeat({ ...gateway, connections, seconds, headers: { ...gateway.headers }, body: bodyFor(gateway, isStreamed) });
  const { bytesPerAnswer: expected } = await load(1, 1);
  const before = { count: await asked(), ...children.useOf(gateway.url) };
  const { requests, requestsPerSecond, bytesPerAnswer } = await load(seconds, CONNECTIONS);
  const processorMs = children.useOf(gateway.url).processorMs - before.processorMs;
  const reached = (await asked()) - before.count;
  if (reached < requests) throw new Error(`${gateway.name}: ${requests} answers, ${reached} questions to the provider`);
  if (Math.abs(bytesPerAnswer / expected - 1) > SIZE_TOLERANCE) {
    throw new Error(`${gateway.name}: answers of ${bytesPerAnswer} bytes under load, ${expected} without`);
  }
  // Requests in progress at the end have used processor time as well.
  return { processorMs: processorMs / reached, perSecond: requestsPerSecond };
}
