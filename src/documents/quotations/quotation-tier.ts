import { describeEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { Tier } from '../../quotations/index.ts';

export { Tier };

describeEnum(Tier, 'QuotationTier', 'How literally a quotation matches its document, the most literal first.', {
  EXACT: 'Character for character.',
  TYPOGRAPHY: 'Apart from kinds of quotation marks, dashes and spaces, ligatures, and how accents are encoded.',
  WHITESPACE: 'Also apart from the length of white space, and line breaks.',
  HYPHENATION: 'Also apart from soft hyphens and hyphens at the ends of lines.',
});
