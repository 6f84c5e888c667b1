import type { EndedRun } from '../runs/run-task.ts';

/** Verified quotation as an annotation of OpenAI's Responses API. Indexes are characters of the answer's text. */
export type DocumentAnnotation = ReturnType<typeof documentAnnotationsOf>[number];

/** Annotations of the verified quotations of an answer from documents. Empty without documents. */
export function documentAnnotationsOf({ cited }: Pick<EndedRun, 'cited'>) {
  return (cited?.claims ?? []).flatMap(({ citations }, claim) =>
    citations.map(({ inAnswer, ...citation }) => ({
      type: 'url_citation' as const,
      url: urlOf(citation),
      title: citation.documentName,
      start_index: inAnswer.start,
      end_index: inAnswer.end,
      imprimatur: {
        claim,
        document_id: citation.documentId,
        version_id: citation.versionId,
        version_sha256: citation.versionSha256,
        text_sha256: citation.textSha256,
        start: citation.start,
        end: citation.end,
        words: citation.words,
        tier: citation.tier.toLowerCase(),
        page_first: citation.pageFirst,
        page_last: citation.pageLast,
        heading_path: citation.headingPath,
        is_elsewhere: citation.isElsewhere,
      },
    })),
  );
}

/** Address of a place in a document version, with the character range of RFC 5147. It names the place and isn't a web page. */
function urlOf({
  documentId,
  versionId,
  start,
  end,
}: Record<'documentId' | 'versionId', string> & Record<'start' | 'end', number>) {
  return `urn:imprimatur:${documentId}:${versionId}#char=${start},${end}`;
}
