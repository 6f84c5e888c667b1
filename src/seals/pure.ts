export { EVIDENCE_ID, type PageEvidence } from './pages/page-evidence.ts';
