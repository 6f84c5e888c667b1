const NAMESPACE = 'graphiql:';

const TABS = `${NAMESPACE}tabState`;
/** Keys under which GraphiQL stores JSON with a `headers` member in each entry. */
const KEYS_WITH_HEADERS = [TABS, `${NAMESPACE}queries`, `${NAMESPACE}favorites`];

/** Sets all `headers` members of a JSON text to null. */
export function withoutHeaders(json: string): string {
  return JSON.stringify(JSON.parse(json), (key, value) => (key === 'headers' ? null : value));
}

function ownKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(NAMESPACE));
}

/**
 * Wraps localStorage for GraphiQL and removes request headers, so that a pasted token isn't stored. GraphiQL's own setting only
 * does that for tabs; its history would store the headers of every operation.
 * @param owner prefix of the key under which tabs are stored, see `ownerOf`
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
