/**
 * Applies the difference between two values to a third value that has other changes. This makes it possible to undo one
 * step and keep the later ones.
 *
 * The rule that surprises: lists whose items have a `uuid` are merged item by item, whatever their order. Other lists
 * are merged by index, or replaced when the length differs. The functions change no argument, and unchanged values stay
 * the same objects.
 */
import { own } from '../own.ts'

/** Returns `now` with everything that differs between `from` and `to` set as in `to`. */
export function carryOver<T>(now: T, from: T, to: T): T {
  if (isSame(from, to)) return now
  if (isSame(now, from)) return to
  if (Array.isArray(now) && Array.isArray(from) && Array.isArray(to)) return carryList(now, from, to) as T
  if (isRecord(now) && isRecord(from) && isRecord(to)) return carryFields(now, from, to) as T
  return to
}

/** Whether two JSON values are equal, including nested values. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && isSame(own(one, key), own(other, key)))
  )
}

type Fields = Record<string, unknown>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function carryFields(now: Fields, from: Fields, to: Fields): Fields {
  const fields = new Map(Object.entries(now))
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (isSame(own(from, key), own(to, key))) continue
    if (Object.hasOwn(to, key)) fields.set(key, carryOver(own(now, key), own(from, key), own(to, key)))
    else fields.delete(key)
  }
  return Object.fromEntries(fields)
}

function carryList(now: unknown[], from: unknown[], to: unknown[]): unknown[] {
  const [mine, before, after] = [byUuid(now), byUuid(from), byUuid(to)]
  if (!mine || !before || !after) {
    const isSameLength = now.length === from.length && from.length === to.length
    return isSameLength ? now.map((item, index) => carryOver(item, from[index], to[index])) : to
  }
  const left = now.flatMap(item => {
    const uuid = uuidOf(item)
    if (!before.has(uuid)) return [item]
    return after.has(uuid) ? [carryOver(item, before.get(uuid), after.get(uuid))] : []
  })
  const common = (list: unknown[]): string[] => list.map(uuidOf).filter(uuid => before.has(uuid) && after.has(uuid))
  const joined = isSame(common(from), common(to)) ? left : inOrderOf(after, left)
  let place = 0
  for (const item of to) {
    const at = joined.findIndex(one => uuidOf(one) === uuidOf(item))
    if (at < 0 && !before.has(uuidOf(item))) joined.splice(place++, 0, item)
    else if (at >= 0) place = at + 1
  }
  return joined
}

/** Sorts those items that occur in `order` by it; all others keep their places. */
function inOrderOf(order: Map<string, unknown>, items: unknown[]): unknown[] {
  const places = new Map([...order.keys()].map((uuid, index) => [uuid, index]))
  const sorted = items
    .filter(item => places.has(uuidOf(item)))
    .sort((a, b) => (places.get(uuidOf(a)) ?? 0) - (places.get(uuidOf(b)) ?? 0))
  return items.map(item => (places.has(uuidOf(item)) ? sorted.shift() : item))
}

/** Returns the items by uuid; null when an item has none. */
function byUuid(list: unknown[]): Map<string, unknown> | null {
  return list.every(item => isRecord(item) && typeof item.uuid === 'string')
    ? new Map(list.map(item => [uuidOf(item), item]))
    : null
}

function uuidOf(item: unknown): string {
  return (item as { uuid: string }).uuid
}
