import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { LogCheckOptions } from './use-log-check.ts';

export type OwnTrust = NonNullable<LogCheckOptions['ownTrust']>;

const MAX_BYTES = 1_000_000;

/** Choice between the service’s trust file and one that the user saved. */
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
  onRefused(reason: string): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    if (file.size > MAX_BYTES)
      return onRefused(`${file.name} is larger than one megabyte, so it isn’t a trust file. Choose another file.`);
    try {
      const text = await file.text();
      onChange(true, { name: file.name, text });
    } catch {
      onRefused('The browser can’t read this file. It was changed or removed in the meantime. Choose it again.');
    }
  };
  return (
    <fieldset>
      <legend>Trust file for seal keys and witnesses</legend>
      <label className="check">
        <input type="radio" name="trust" checked={!isOwn} onChange={() => onChange(false, value)} />
        <span>current trust file of the service</span>
      </label>
      <label className="check">
        <input type="radio" name="trust" checked={isOwn} onChange={() => onChange(true, value)} />
        <span>
          a trust file that you saved{' '}
          <span className="hint">stronger check: no key can have been added to it since</span>
        </span>
      </label>
      {isOwn && (
        <div className="seals-trust-file">
          <Button variant="default" size="xs" onClick={() => input.current?.click()}>
            {value ? 'Choose another file' : 'Choose file'}
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
        aria-label="Your saved trust file"
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
