import type { ClusterEntry } from '../catalogue.ts';

export const clusters: readonly ClusterEntry[] = [
  {
    name: 'deep-reasoning',
    title: 'Deep reasoning',
    purpose: 'Work that has to hold up: evidence, contradictions, risks, careful synthesis of complex documents.',
  },
  {
    name: 'human-phrasing',
    title: 'Human phrasing',
    purpose:
      'Words for people: a warm tone with clear boundaries, short drafts in two languages, drafts that stay in the house.',
  },
  {
    name: 'case-scanning',
    title: 'Case scanning',
    purpose:
      'Much text at once: whole case files and archives, fast scans before drafting, retrieval with its sources.',
  },
  {
    name: 'fast-execution',
    title: 'Fast execution',
    purpose: 'Small steps in large numbers: fields, filters, labels, a first layer of redaction.',
  },
];
