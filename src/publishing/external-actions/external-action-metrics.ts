import { type Metric, MetricKind } from '../../platform/telemetry/metric.ts';
import type { ExternalActionFiling } from './external-action-filing.ts';
import type { ExternalToolMarks } from './external-tool-marks.ts';

const OUTCOME = 'imprimatur.outward_call.outcome';

/** Which tools write outside, as this process knows, and what became of the calls of them that it has withheld. */
export const externalActionMetrics = (
  marks: Pick<ExternalToolMarks, 'current'>,
  { told }: Pick<ExternalActionFiling, 'told'>,
): readonly Metric[] => [
  {
    name: 'imprimatur.outward_tool.marks',
    unit: '{mark}',
    description: 'Marks of tools that write outside, as this process holds them.',
    kind: MetricKind.GAUGE,
    observe: async () => (await marks.current()).length,
  },
  {
    name: 'imprimatur.outward_tool.calls',
    unit: '{call}',
    description: 'Calls of tools that write outside. None was handed on: each was filed as a publish request, or not.',
    kind: MetricKind.COUNTER,
    observe: () => [
      { value: told.filed, attributes: { [OUTCOME]: 'filed' } },
      { value: told.notFiled, attributes: { [OUTCOME]: 'not_filed' } },
    ],
  },
];
