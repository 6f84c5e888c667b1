export { pageWords, TIER_WORDS } from './citations/citation-words.ts';
export { EVIDENCE_ID, type PageEvidence } from './pages/page-evidence.ts';
