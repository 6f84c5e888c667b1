/** Splits a camel-case name into words: `PublishRequest` is `publish request`. */
export const wordsOfName = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
