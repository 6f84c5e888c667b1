import { registerEnumType } from 'type-graphql';

export const ToolNameMatch = { EXACT: 'EXACT', PREFIX: 'PREFIX' } as const;
export type ToolNameMatch = (typeof ToolNameMatch)[keyof typeof ToolNameMatch];
registerEnumType(ToolNameMatch, {
  name: 'ToolNameMatch',
  description: 'How the name of a tool is compared. Upper and lower case are the same.',
  valuesConfig: {
    EXACT: { description: 'The tool of this name.' },
    PREFIX: { description: 'All tools whose names begin so.' },
  },
});
