import { Button } from '@mantine/core';
import { useRef } from 'react';
import { texts } from '../texts.ts';
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
    if (file.size > MAX_BYTES) return onRefused(texts.trust.tooLarge(file.name));
    try {
      const text = await file.text();
      onChange(true, { name: file.name, text });
    } catch {
      onRefused(texts.fileUnreadable);
    }
  };
  return (
    <fieldset>
      <legend>{texts.trust.legend}</legend>
      <label className="check">
        <input type="radio" name="trust" checked={!isOwn} onChange={() => onChange(false, value)} />
        <span>{texts.trust.service}</span>
      </label>
      <label className="check">
        <input type="radio" name="trust" checked={isOwn} onChange={() => onChange(true, value)} />
        <span>
          {texts.trust.own} <span className="hint">{texts.trust.ownHint}</span>
        </span>
      </label>
      {isOwn && (
        <div className="seals-trust-file">
          <Button variant="default" size="xs" onClick={() => input.current?.click()}>
            {value ? texts.trust.chooseOther : texts.trust.choose}
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
        aria-label={texts.trust.file}
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
