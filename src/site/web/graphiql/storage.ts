const NAMESPACE = 'graphiql:';

const TABS = `${NAMESPACE}tabState`;
/** What GraphiQL stores as JSON with a `headers` member in each entry. */
const KEYS_WITH_HEADERS = [TABS, `${NAMESPACE}queries`, `${NAMESPACE}favorites`];

/** The same text without the values of its `headers` members. */
export function withoutHeaders(json: string): string {
  return JSON.stringify(JSON.parse(json), (key, value) => (key === 'headers' ? null : value));
}

function ownKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(NAMESPACE));
}

/**
 * localStorage for GraphiQL, with request headers taken out, so that a pasted token dies with the page.
 * GraphiQL's own setting covers the tabs only: its history would keep the headers of every operation that was run.
 * @param owner in front of the key of the tabs, so that whoever signs in finds tabs of their own
 */
export function headerlessStorage(owner: string) {
  const own = (key: string) => (key === TABS ? `${NAMESPACE}${owner}tabState` : key);
  return {
    getItem: (key: string) => localStorage.getItem(own(key)),
    setItem(key: string, value: string) {
      if (key === `${NAMESPACE}headers`) return;
      localStorage.setItem(own(key), KEYS_WITH_HEADERS.includes(key) ? withoutHeaders(value) : value);
    },
    removeItem: (key: string) => localStorage.removeItem(own(key)),
    clear() {
      for (const key of ownKeys()) localStorage.removeItem(key);
    },
    get length() {
      return ownKeys().length;
    },
  };
}
