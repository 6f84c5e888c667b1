export { notAppliedSentences } from './not-applied-message.ts';
export { MOST_READ, otherFormatNameOf } from './picture-type.ts';
