/**
 * Merges the changes of two editors who began from the same state (D-140). States are JSON: fields, and lists of items
 * with a `uuid`. The uuid identifies an item in every list, so a part that one editor moved and the other renamed is
 * both moved and renamed. Every other list, such as the alerts of a part, counts as one field.
 *
 * The rule that surprises: `order` of an item is not merged as a field. The place in the list counts, and `order` is
 * set from it.
 */
import { own } from '../own.ts'

export type Side = 'mine' | 'theirs'

/** A field that both editors changed to different values. */
export interface Clash {
  /** `title`, or `<uuid>.title` for a field of an item; the uuid alone when one removed what the other changed. */
  path: string
  /** The last name in the path; null for a whole item. */
  field: string | null
  /** The item that the field belongs to, my version if I have one; null for the form itself. */
  item: Item | null
  base: unknown
  /** Undefined when I removed it; the same for `theirs`. */
  mine: unknown
  theirs: unknown
}

export interface Merged<State> {
  merged: State
  clashes: Clash[]
}

type Fields = Record<string, unknown>
export type Item = Fields & { uuid: string }

/** Where an item is: the list that contains it, and the item that has this list. */
interface Spot {
  item: Item
  /** Uuid of the item around it; '' for the form itself. */
  parent: string
  list: string
}

type Index = Map<string, Spot>

/** The field name of clashes about the order of a list. */
const ORDER = 'order'
/** The field name of clashes about the list that contains an item. */
const PLACE = 'place'

/**
 * Merges field by field. A change that only one side made, or both made alike, is kept. All other changes are listed as
 * clashes; `choices` says by path which side wins, by default `mine`.
 */
export function merge<State extends object>(
  base: State,
  mine: State,
  theirs: State,
  choices: Readonly<Record<string, Side>> = {}
): Merged<State> {
  const clashes: Clash[] = []
  const at = { base: indexOf(base), mine: indexOf(mine), theirs: indexOf(theirs) }
  const ids = [...new Set([...at.mine.keys(), ...at.theirs.keys()])]

  function decide(clash: Clash): Side {
    clashes.push(clash)
    return own(choices, clash.path) ?? 'mine'
  }

  /** Whether the merged state has the item. If one side removed it and the other changed it, that is a clash. */
  function isKept(uuid: string): boolean {
    const [was, my, their] = [at.base.get(uuid), at.mine.get(uuid), at.theirs.get(uuid)]
    if ((my && their) || !was) return true
    const gone: Side = my ? 'theirs' : 'mine'
    const left = my ?? their
    if (!left) return false
    // It was removed together with its parent, so the decision about the parent applies.
    if (was.parent !== '' && left.parent === was.parent && !at[gone].has(was.parent)) return true
    if (same(left.item, was.item)) return false
    const clash = { path: uuid, field: null, item: left.item, base: was.item, mine: my?.item, theirs: their?.item }
    return decide(clash) !== gone
  }

  const kept = new Set(ids.filter(isKept))

  function placeOf(uuid: string): string {
    const [was, my, their] = [at.base.get(uuid), at.mine.get(uuid), at.theirs.get(uuid)]
    const spot = my ?? their
    if (!spot) return ''
    const places = { base: was && keyOf(was), mine: my && keyOf(my), theirs: their && keyOf(their) }
    const chosen =
      my && their ? three(`${uuid}.${PLACE}`, PLACE, my.item, places.base, places.mine, places.theirs) : keyOf(spot)
    // The chosen list may be gone, because the item that has it was removed.
    const exists = (place: string | undefined): place is string => place !== undefined && isThere(place)
    return [chosen as string, places.theirs, places.mine, places.base].find(exists) ?? (chosen as string)
  }

  function isThere(place: string): boolean {
    const parent = place.slice(0, place.indexOf(' '))
    return parent === '' || kept.has(parent)
  }

  function three(path: string, field: string, item: Item | null, was: unknown, my: unknown, their: unknown): unknown {
    if (same(my, their) || same(their, was)) return my
    if (same(my, was)) return their
    return decide({ path, field, item, base: was, mine: my, theirs: their }) === 'mine' ? my : their
  }

  const members = new Map<string, string[]>()
  for (const uuid of ids) {
    if (!kept.has(uuid)) continue
    const place = placeOf(uuid)
    members.set(place, [...(members.get(place) ?? []), uuid])
  }

  function join(was: Fields | undefined, my: Fields | undefined, their: Fields | undefined): Fields {
    const shown = my ?? their ?? {}
    const uuid = isItem(shown) ? shown.uuid : ''
    const item = isItem(shown) ? shown : null
    const prefix = item ? `${uuid}.` : ''
    const result = new Map<string, unknown>()
    for (const field of new Set([...Object.keys(shown), ...Object.keys(their ?? {})])) {
      const values = [own(was, field), own(my, field), own(their, field)] as const
      if (values.some(isItems)) result.set(field, joinList(uuid, field, values, item))
      else if (field === ORDER && item) result.set(field, own(shown, field))
      else if (my && their) result.set(field, three(prefix + field, field, item, ...values))
      // Only one side has the item.
      else result.set(field, own(shown, field))
    }
    return Object.fromEntries(result)
  }

  function joinList(
    parent: string,
    field: string,
    [was, my, their]: readonly [unknown, unknown, unknown],
    item: Item | null
  ): Item[] {
    const here = members.get(`${parent} ${field}`) ?? []
    const order = orderOf(here, uuidsOf(was), uuidsOf(my), uuidsOf(their), (mine, theirs) =>
      decide({ path: `${parent && `${parent}.`}${field}.${ORDER}`, field, item, base: was, mine, theirs })
    )
    return order.map((uuid, index) => {
      const spots = [at.base.get(uuid), at.mine.get(uuid), at.theirs.get(uuid)] as const
      const joined = join(spots[0]?.item, spots[1]?.item, spots[2]?.item) as Item
      return typeof joined[ORDER] === 'number' ? { ...joined, [ORDER]: index } : joined
    })
  }

  const merged = join(base as Fields, mine as Fields, theirs as Fields) as State
  return { merged, clashes }
}

/** Returns the fields of the form that differ from `base`: a save sends only these (D-140). */
export function changedFields<State extends object>(base: State, mine: State): Partial<State> {
  const changed = Object.entries(mine).filter(([field, value]) => !same(own(base as Fields, field), value))
  return Object.fromEntries(changed) as Partial<State>
}

/**
 * Whether two JSON values are equal, ignoring the order of keys and the field `order` of items. A missing field equals
 * one that is undefined.
 */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  if (isItem(a)) keys.delete(ORDER)
  return [...keys].every(key => same(own(a as Fields, key), own(b as Fields, key)))
}

/**
 * Merges the orders of a list. The order of the side that moved something wins. Items that only the other side has keep
 * their predecessor.
 */
function orderOf(
  here: readonly string[],
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  decide: (mine: readonly string[], theirs: readonly string[]) => Side
): string[] {
  const wanted = new Set(here)
  const [my, their] = [mine.filter(uuid => wanted.has(uuid)), theirs.filter(uuid => wanted.has(uuid))]
  const known = new Set(my.filter(uuid => their.includes(uuid)))
  const common = (list: readonly string[]): string[] => list.filter(uuid => known.has(uuid))
  const old = common(base)
  // Items that both sides added have no order in the base.
  const moved = (list: readonly string[]): boolean =>
    !same(
      common(list).filter(uuid => old.includes(uuid)),
      old
    )
  const isSame = same(common(my), common(their))
  const side: Side = isSame || !moved(their) ? 'mine' : !moved(my) ? 'theirs' : decide(common(mine), common(theirs))
  const [first, second] = side === 'mine' ? [my, their] : [their, my]
  const order = [...first]
  for (const [index, uuid] of second.entries()) {
    if (order.includes(uuid)) continue
    const before = second.slice(0, index).findLast(other => order.includes(other))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, uuid)
  }
  return [...order, ...here.filter(uuid => !order.includes(uuid))]
}

function indexOf(state: object): Index {
  const index: Index = new Map()
  const visit = (fields: Fields, parent: string): void => {
    for (const [list, value] of Object.entries(fields)) {
      if (!isItems(value)) continue
      for (const item of value) {
        index.set(item.uuid, { item, parent, list })
        visit(item, item.uuid)
      }
    }
  }
  visit(state as Fields, '')
  return index
}

const keyOf = ({ parent, list }: Spot): string => `${parent} ${list}`
const uuidsOf = (value: unknown): string[] => (isItems(value) ? value.map(({ uuid }) => uuid) : [])

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && typeof (value as Fields).uuid === 'string'
}

function isItems(value: unknown): value is Item[] {
  return Array.isArray(value) && value.length > 0 && value.every(isItem)
}
