import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

export const ToolNameMatch = graphEnum('ToolNameMatch', 'How the name of a tool is compared. Case is ignored.', {
  EXACT: 'The tool with this name.',
  PREFIX: 'All tools whose names start with this text.',
});
export type ToolNameMatch = keyof typeof ToolNameMatch;
