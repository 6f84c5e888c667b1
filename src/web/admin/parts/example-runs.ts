import type { Tone } from '../../kit/values.tsx';

export interface ExampleRun {
  id: string;
  at: string;
  task: string;
  state: string;
  tone: Tone;
  micros: number | null;
}

/** Invented runs that the component gallery displays. */
export const EXAMPLE_RUNS: readonly ExampleRun[] = [
  {
    id: 'run_01m818k3xne7cr4w9e6scbkb5d',
    at: '2026-11-23T06:18:04.000Z',
    task: 'human-phrasing/warm-tone',
    state: 'Succeeded',
    tone: 'plain',
    micros: 4_310,
  },
  {
    id: 'run_01m818k3xne7cr4w9e6scbkb5e',
    at: '2026-11-22T21:02:40.000Z',
    task: 'deep-reasoning/synthesis',
    state: 'Waiting',
    tone: 'care',
    micros: 181_200,
  },
  {
    id: 'run_01m818k3xne7cr4w9e6scbkb5f',
    at: '2026-11-22T20:59:11.000Z',
    task: 'case-scanning/cited-retrieval',
    state: 'Refused',
    tone: 'bad',
    micros: null,
  },
];
