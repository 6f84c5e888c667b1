import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

export const ToolNameMatch = graphEnum('ToolNameMatch', 'Comparison of the name of a tool. Case is ignored.', {
  EXACT: 'Only the tool with exactly this name.',
  PREFIX: 'All tools whose names start with this text.',
});
export type ToolNameMatch = keyof typeof ToolNameMatch;
