import { Button } from '@mantine/core';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { useEffect, useRef, useState } from 'react';
import { Progress } from '../../web/kit/progress.tsx';
import { texts } from './texts.ts';

/** Hashes a file in this browser and calls `onDigested` with its SHA-256. The file isn’t sent. */
export function FindByFile({ onDigested }: { onDigested(digest: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const read = async (file: File) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setFault(null);
    setShare(0);
    try {
      const digest = await digestOf(file, own.signal, setShare);
      onDigested(digest);
    } catch {
      if (!own.signal.aborted) setFault(texts.fileUnreadable);
    } finally {
      if (running.current === own) setShare(null);
    }
  };
  return (
    <div className="seals-find">
      <Button variant="default" onClick={() => input.current?.click()}>
        {texts.list.findByFile}
      </Button>
      <input
        ref={input}
        type="file"
        className="only-heard"
        tabIndex={-1}
        aria-label={texts.list.file}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void read(file);
          event.currentTarget.value = '';
        }}
      />
      {share !== null && <Progress label={texts.list.hashing} share={share} />}
      {fault && (
        <p className="hint" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Size of the pieces in which a file is read, so that it needn’t fit into memory and the page stays responsive. */
const PIECE_BYTES = 1 << 20;

async function digestOf(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
    signal.throwIfAborted();
    hash.update(new Uint8Array(piece));
    onProgress(Math.min(1, (at + PIECE_BYTES) / file.size));
  }
  return bytesToHex(hash.digest());
}
