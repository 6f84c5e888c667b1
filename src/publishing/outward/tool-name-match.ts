import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

export const ToolNameMatch = graphEnum(
  'ToolNameMatch',
  'How the name of a tool is compared. Upper and lower case are the same.',
  { EXACT: 'The tool of this name.', PREFIX: 'All tools whose names begin so.' },
);
export type ToolNameMatch = keyof typeof ToolNameMatch;
