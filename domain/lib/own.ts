/**
 * Objects keyed by words from outside: usernames, actions, titles, uuids, names in a query. Every object inherits
 * `constructor`, `valueOf`, `__proto__` and nine more, so `object[word]` may return a function that nobody stored. Keep
 * such words in a `Map`. Where an object arrives on the wire, read it with `own`. testing/object-keys.test.ts finds the
 * places that forget it.
 */

/** What the object itself has under this key. */
export function own<Value>(
  object: Readonly<Record<string, Value>> | null | undefined,
  key: PropertyKey
): Value | undefined {
  return object != null && Object.hasOwn(object, key) ? object[key as string] : undefined
}
