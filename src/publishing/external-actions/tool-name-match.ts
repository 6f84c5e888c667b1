import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

export const ToolNameMatch = graphEnum(
  'ToolNameMatch',
  'Way to compare the name of a called tool with the stored name. Case is ignored.',
  {
    EXACT: 'Only the tool with exactly this name.',
    PREFIX: 'All tools whose names start with this text.',
  },
);
export type ToolNameMatch = keyof typeof ToolNameMatch;
