export type { ExplainRouteInput, ModelProvider } from '../rest/generated/graphql.ts';
export type {
  ClusterFacts,
  Explanation,
  SanctuaryBundle,
  SanctuaryData,
  SanctuaryFacts,
  TaskFacts,
} from './page-data.ts';
