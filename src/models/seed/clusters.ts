import type { ClusterEntry } from '../catalogue.ts';

export const clusters: readonly ClusterEntry[] = [
  {
    name: 'deep-reasoning',
    title: 'Deep reasoning',
    purpose:
      'Work that must stand up to scrutiny: evidence, contradictions, risks, careful synthesis of complex documents.',
  },
  {
    name: 'human-phrasing',
    title: 'Human phrasing',
    purpose:
      "Texts for people: a warm tone with clear boundaries, short drafts in two languages, drafts on the customer's own server.",
  },
  {
    name: 'case-scanning',
    title: 'Case scanning',
    purpose: 'Large texts: whole case files and archives, fast scans before drafting, retrieval with sources.',
  },
  {
    name: 'fast-execution',
    title: 'Fast execution',
    purpose: 'Small steps at high volume: fields, filters, labels, a first layer of redaction.',
  },
];
