import { type Metric, MetricKind } from '../../platform/telemetry/metric.ts';
import type { ExternalActionFiling } from './external-action-filing.ts';
import type { ExternalToolMarks } from './external-tool-marks.ts';

const OUTCOME = 'imprimatur.outward_call.outcome';

/** Metrics of this process: the number of tools that need approval, and of withheld tool calls. */
export const externalActionMetrics = (
  marks: Pick<ExternalToolMarks, 'current'>,
  { counts }: Pick<ExternalActionFiling, 'counts'>,
): readonly Metric[] => [
  {
    name: 'imprimatur.outward_tool.marks',
    unit: '{mark}',
    description: 'Marks of tools that need approval, as cached by this process.',
    kind: MetricKind.GAUGE,
    observe: async () => (await marks.current()).length,
  },
  {
    name: 'imprimatur.outward_tool.calls',
    unit: '{call}',
    description: 'Calls of tools that need approval. Each was withheld, and either filed as a publish request or not.',
    kind: MetricKind.COUNTER,
    observe: () => [
      { value: counts.filed, attributes: { [OUTCOME]: 'filed' } },
      { value: counts.notFiled, attributes: { [OUTCOME]: 'not_filed' } },
    ],
  },
];
