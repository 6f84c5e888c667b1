export { PERSON_HEADER } from '../platform/auth/person-header.ts';
export { CUSTOM_PROPERTIES } from './look/custom-properties.ts';
export { FONT_FACES, FONTS_PATH } from './look/fonts.ts';
export { SEAL_OUTLINE, SEAL_SIGN } from './look/signs.ts';
export { COLOURS, type Colours, FACES } from './look/tokens.ts';
