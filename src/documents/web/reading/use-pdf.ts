import { useEffect, useState } from 'react';
import { ownHeaders } from '../../../web/kit/client.ts';
import type { OpenPdf } from './pdf-engine.ts';
import { originalUrl, type SourceDetails } from './source-details.ts';

/** pdf.js is large, so it is loaded with the first PDF that is shown. */
const engine = () => import('./pdf-engine.ts');
export type Engine = Awaited<ReturnType<typeof engine>>;

export type PdfState =
  | { readonly kind: 'LOADING' }
  | { readonly kind: 'OPEN'; readonly pdf: OpenPdf; readonly draw: Engine['drawPage'] }
  | { readonly kind: 'FAILED' };

/** Fetches and opens the PDF of a version while mounted. */
export function usePdf({ documentId, id }: Pick<SourceDetails, 'documentId' | 'id'>, pause: boolean): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'LOADING' });
  useEffect(() => {
    if (pause) return;
    const ending = new AbortController();
    let opened: OpenPdf | null = null;
    const open = async () => {
      const [{ openPdf, drawPage }, bytes] = await Promise.all([
        engine(),
        fetchBytes(originalUrl({ documentId, id }), ending.signal),
      ]);
      if (ending.signal.aborted) return;
      opened = await openPdf(bytes);
      if (ending.signal.aborted) opened.close();
      else setState({ kind: 'OPEN', pdf: opened, draw: drawPage });
    };
    setState({ kind: 'LOADING' });
    open().catch(() => !ending.signal.aborted && setState({ kind: 'FAILED' }));
    return () => {
      ending.abort();
      opened?.close();
    };
  }, [documentId, id, pause]);
  return state;
}

async function fetchBytes(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { headers: ownHeaders(), signal });
  if (!response.ok) throw new Error(String(response.status));
  return new Uint8Array(await response.arrayBuffer());
}
