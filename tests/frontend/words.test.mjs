// The dictionary and the code against each other: every key that is asked for is there, every key that is there is asked for.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const root = new URL("../../frontend/src/", import.meta.url);
const text = readFileSync(new URL("i18n/en.json", root), "utf8");
const words = JSON.parse(text);
const code = readdirSync(root, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(new URL(name, root), "utf8"))
  .join("\n");
const codes = /code: (".*?");/.exec(readFileSync(new URL("net/wire.d.ts", root), "utf8").split("export type Refusal")[1])[1];
const refusals = codes.split(" | ").map((quoted) => JSON.parse(quoted));

/** A key without its plural form. */
const stem = (key) => key.replace(/\.(one|other)$/, "");
const literal = new Set([...code.matchAll(/\bt\(\s*"([^"]+)"/g)].map((match) => match[1]));
const quoted = new Set([...code.matchAll(/["'`]([a-z]+(?:\.[a-z_]+)+)["'`]/g)].map((match) => match[1]));
/** Where a key is put together, its beginning stands in the code: `error.${code}`, `end.by_${how}`. */
const beginnings = [...code.matchAll(/`([a-z]+\.(?:[a-z_]+\.)*(?:[a-z]+_)*)\$\{/g)].map((match) => match[1]);

test("every key that code asks for is in the dictionary", () => {
  const stems = new Set(Object.keys(words).map(stem));
  assert.deepEqual([...literal].filter((key) => !(key in words) && !stems.has(key)), []);
});

test("every key in the dictionary is asked for", () => {
  const asked = (key) => quoted.has(key) || quoted.has(stem(key)) || beginnings.some((beginning) => key.startsWith(beginning));
  assert.deepEqual(Object.keys(words).filter((key) => !asked(key)), []);
});

test("every refusal of the protocol has words", () => {
  assert.ok(refusals.length >= 12);
  assert.deepEqual(refusals.filter((refusal) => !(`error.${refusal}` in words)), []);
});

test("a key that counts has both its forms", () => {
  for (const key of Object.keys(words)) if (key !== stem(key)) assert.ok(`${stem(key)}.one` in words && `${stem(key)}.other` in words, key);
});

test("the keys are sorted, each stands once, and none is empty", () => {
  const keys = [...text.matchAll(/^  "([^"]+)":/gm)].map((match) => match[1]);
  assert.deepEqual(keys, [...keys].sort());
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) assert.ok(words[key].trim(), key);
});
