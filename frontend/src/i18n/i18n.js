// Every word that a person reads stands in a dictionary; code knows keys only.

/** @type {Record<string, string>} */
let words = {};
let plural = new Intl.PluralRules("en");

/** Loads a dictionary, once, before anything is drawn. @param {string} language */
export async function speak(language) {
  const answer = await fetch(new URL(`./${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no dictionary for ${language}`);
  use(language, await answer.json());
}

/** @param {string} language @param {Record<string, string>} dictionary */
export function use(language, dictionary) {
  words = dictionary;
  plural = new Intl.PluralRules(language);
}

/**
 * The text of `key`, with `{name}` filled in from `facts`. A fact named `n` chooses between `key.one` and `key.other`.
 * @param {string} key
 * @param {Record<string, string | number>} [facts]
 */
export function t(key, facts = {}) {
  const text = words["n" in facts ? `${key}.${plural.select(Number(facts.n))}` : key] ?? words[`${key}.other`] ?? words[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? `{${name}}`));
}

/** Whether there is a text for a key that came from elsewhere. @param {string} key */
export const has = (key) => Object.hasOwn(words, key);
