/** Name and version of the rules by which text is extracted. The version changes whenever a text or an offset can differ. */
export const EXTRACTION_RULES = 'imprimatur-text/1';
