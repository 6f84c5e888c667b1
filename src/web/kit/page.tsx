import { type ReactNode, useEffect, useRef } from 'react';

/** Whether a screen has been shown already: the first one leaves the focus where a browser puts it. */
let isFirst = true;

/** What a tab of the browser and a screen reader call what is shown. The innermost wins while it is there. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Imprimatur`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** A screen: its heading, which has the focus after going there, what it is in a sentence, and what can be done. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <>
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a screen, under a heading of second rank. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="section">
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
