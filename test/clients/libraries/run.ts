/** An ordinary program of a library, for one task; it gives what it has learnt. */
export type Example = (task: string) => Promise<unknown>;

export const BASE_URL = `${process.env.IMPRIMATUR_URL}/v1`;
export const KEY = process.env.IMPRIMATUR_KEY ?? '';

/** The question of all tool loops. The tool's answer is the only way to know it. */
export const QUESTION = 'What is the temperature in Lisbon now? Call the tool celsius_in to find out.';
export const DEGREES = 21;

/** Runs each example with each task of the command line and prints one line of JSON for each. */
export async function runAll(examples: Record<string, Example>): Promise<void> {
  for (const task of process.argv.slice(2)) {
    for (const [example, run] of Object.entries(examples)) {
      console.log(JSON.stringify({ task, example, ...(await resultOf(run, task)) }));
    }
  }
  // Some libraries keep timers or connections for telemetry.
  process.exit(0);
}

async function resultOf(run: Example, task: string): Promise<object> {
  try {
    return { result: await run(task) };
  } catch (error) {
    return { error: shown(error) };
  }
}

/** Libraries wrap the error of the request, some of them more than once. */
function shown(error: unknown): object {
  const chain: Record<string, unknown>[] = [];
  for (let one = error as Record<string, unknown> | undefined; one && chain.length < 5; ) {
    chain.push(one);
    one = (one.lastError ?? one.cause ?? one.error) as Record<string, unknown> | undefined;
  }
  const of = (name: string) => chain.map((one) => one[name]).find((value) => value !== undefined && value !== null);
  return { status: of('status') ?? of('statusCode') ?? null, code: of('code') ?? null, message: String(of('message')) };
}
