/** Maximum quotations that a report lists. A brief of 2,000,000 characters has about one per 1,000. */
export const MAX_QUOTATIONS = 2_000;
/** Maximum differences that a report lists for a quotation. With more, it is rather another passage. */
export const MAX_DIFFERENCES = 10;
/** Maximum documents that one report looks at. */
export const MAX_SOURCES = 10_000;
/** Maximum documents that a request names. */
export const MAX_NAMED_DOCUMENTS = 100;
