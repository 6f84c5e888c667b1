import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { CheckWishes } from './use-log-check.ts';

export type OwnTrust = NonNullable<CheckWishes['ownTrust']>;

const MAX_BYTES = 1_000_000;

/** By which keys seals are judged: those that the service shows, or those that somebody has kept. */
export function TrustChoice({
  isOwn,
  value,
  fault,
  onChange,
  onRefused,
}: {
  isOwn: boolean;
  value: OwnTrust | null;
  fault: string | null;
  onChange(isOwn: boolean, chosen: OwnTrust | null): void;
  onRefused(why: string): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    if (file.size > MAX_BYTES) return onRefused('That is no trust file: it is larger than one megabyte.');
    try {
      const text = await file.text();
      onChange(true, { name: file.name, text });
    } catch {
      onRefused('The browser cannot read this file. It was changed or removed meanwhile.');
    }
  };
  return (
    <fieldset>
      <legend>Seal keys and witnesses are judged by</legend>
      <label className="check">
        <input type="radio" name="trust" checked={!isOwn} onChange={() => onChange(false, value)} />
        <span>the trust file that the service shows now</span>
      </label>
      <label className="check">
        <input type="radio" name="trust" checked={isOwn} onChange={() => onChange(true, value)} />
        <span>
          a trust file that you have kept{' '}
          <span className="hint">the stronger check: nobody can have put a key into it since</span>
        </span>
      </label>
      {isOwn && (
        <div className="seals-trust-file">
          <Button variant="default" size="xs" onClick={() => input.current?.click()}>
            {value ? 'Choose another' : 'Choose the file'}
          </Button>
          {value && <code>{value.name}</code>}
        </div>
      )}
      <input
        ref={input}
        type="file"
        className="only-heard"
        tabIndex={-1}
        accept=".json,application/json"
        aria-label="The trust file that you have kept"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void read(file);
          event.currentTarget.value = '';
        }}
      />
      {fault && (
        <p className="seals-check-fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
