import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';

interface Tab {
  name: string;
  title: string;
  panel: ReactNode;
}

/** Tabs with panels. If the browser runs no scripts, all panels are shown one below the other. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState(0);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const id = useId();

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -chosen, End: tabs.length - 1 - chosen }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    setChosen(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };

  if (!isLive) {
    return (
      <div className="tabs">
        {tabs.map(({ name, title, panel }) => (
          <section key={name}>
            <h3>{title}</h3>
            {panel}
          </section>
        ))}
      </div>
    );
  }
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title }, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => setChosen(at)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
        {tabs[chosen]!.panel}
      </div>
    </div>
  );
}
