/**
 * Safe access to objects whose keys come from outside: usernames, actions, titles, uuids, names in a query. Every
 * object inherits `constructor`, `valueOf`, `__proto__` and nine more, so `object[word]` may return an inherited
 * function. Use a `Map` for such keys, and `own` for objects in requests and responses. testing/object-keys.test.ts
 * finds unsafe places.
 */

/** Returns the object's own value for this key; undefined for inherited and missing keys. */
export function own<Value>(
  object: Readonly<Record<string, Value>> | null | undefined,
  key: PropertyKey
): Value | undefined {
  return object != null && Object.hasOwn(object, key) ? object[key as string] : undefined
}
