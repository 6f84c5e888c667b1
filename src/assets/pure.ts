export { notAppliedSentences } from './not-applied-words.ts';
export { MOST_READ, otherFormatNameOf } from './picture-type.ts';
