/** Header of a JSON body. */
export const JSON_BODY = { 'content-type': 'application/json' };

/** Body of a GraphQL request for a list of 50 pictures. */
export const LIST_OF_50 = JSON.stringify({
  query: '{ assets(first: 50) { nodes { id title alt status thumbhash dominantColor createdAt updatedAt } } }',
});

/** Number of tags that callers of `pick` ask for in turn, so that their rotations exist after the warm-up. */
const PICKED_TAGS = 20;

/** Path of a pick by one of the most frequent tags of a seeded bank. */
export const pickPath = (turn: number) => `/api/marketing/image-bank/pick?tags=word${1 + (turn % PICKED_TAGS)}`;
