/** Maximum length of a provider key, in characters. */
export const MAX_KEY_LENGTH = 4_096;
