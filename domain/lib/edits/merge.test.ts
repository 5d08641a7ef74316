import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields, type Item, merge, type Side } from './merge.ts'

interface Part {
  uuid: string
  order: number
  title: string
  content: string
}
interface Group {
  uuid: string
  title: string
  parts: Part[]
}
interface Form {
  title: string
  alerts: number[]
  groups: Group[]
}

const part = (uuid: string, title = uuid, content = ''): Omit<Part, 'order'> => ({ uuid, title, content })
const form = (groups: Record<string, Omit<Part, 'order'>[]>, title = 'Run'): Form => ({
  title,
  alerts: [],
  groups: Object.entries(groups).map(([uuid, parts]) => ({
    uuid,
    title: uuid,
    parts: parts.map((part, order) => ({ ...part, order }))
  }))
})
const names = ({ groups }: Form) =>
  Object.fromEntries(groups.map(({ uuid, parts }) => [uuid, parts.map(({ title }) => title).join(' ')]))
const paths = (base: Form, mine: Form, theirs: Form) => merge(base, mine, theirs).clashes.map(({ path }) => path)

const base = form({ g: [part('a'), part('b'), part('c')], h: [part('x')] })

describe('changes of two editors are merged', { tags: 'D-140' }, () => {
  test.each<[string, Form, Form, Record<string, string>]>([
    [
      'one changes the form, one an item',
      { ...base, title: 'Walk' },
      form({ g: [part('a', 'A'), part('b'), part('c')], h: [part('x')] }),
      { g: 'A b c', h: 'x' }
    ],
    [
      'two fields of one item',
      form({ g: [part('a', 'A'), part('b'), part('c')], h: [part('x')] }),
      form({ g: [part('a', 'a', 'text'), part('b'), part('c')], h: [part('x')] }),
      { g: 'A b c', h: 'x' }
    ],
    [
      'both add in the same place',
      form({ g: [part('a'), part('m'), part('b'), part('c')], h: [part('x')] }),
      form({ g: [part('a'), part('t'), part('b'), part('c')], h: [part('x')] }),
      { g: 'a t m b c', h: 'x' }
    ],
    [
      'one removes, one adds',
      form({ g: [part('a'), part('c')], h: [part('x')] }),
      form({ g: [part('a'), part('b'), part('t'), part('c')], h: [part('x')] }),
      { g: 'a t c', h: 'x' }
    ],
    [
      'one moves, one renames',
      form({ g: [part('c'), part('a'), part('b')], h: [part('x')] }),
      form({ g: [part('a'), part('b'), part('c', 'C')], h: [part('x')] }),
      { g: 'C a b', h: 'x' }
    ],
    [
      'one moves to another group, one renames',
      form({ g: [part('a'), part('c')], h: [part('x'), part('b')] }),
      form({ g: [part('a'), part('b', 'B'), part('c')], h: [part('x')] }),
      { g: 'a c', h: 'x B' }
    ],
    [
      'one removes a group, one changes the other',
      form({ g: [part('a'), part('b'), part('c')] }),
      form({ g: [part('a', 'A'), part('b'), part('c')], h: [part('x')] }),
      { g: 'A b c' }
    ],
    [
      'both make the same change',
      form({ g: [part('a', 'A')], h: [] }),
      form({ g: [part('a', 'A')], h: [] }),
      { g: 'A', h: '' }
    ]
  ])('%s', (_, mine, theirs, expected) => {
    const { merged, clashes } = merge(base, mine, theirs)
    expect(clashes).toEqual([])
    expect(names(merged)).toEqual(expected)
    expect(merged.title).toBe(mine.title)
    for (const { parts } of merged.groups)
      expect(parts.map(({ order }) => order)).toEqual(parts.map((_, index) => index))
  })
})

describe('different changes of the same thing are clashes', { tags: 'D-140' }, () => {
  test('of the same field of the form', () => {
    const [mine, theirs] = [
      { ...base, title: 'Mine' },
      { ...base, title: 'Theirs' }
    ]
    const { merged, clashes } = merge(base, mine, theirs)
    expect(clashes).toEqual([
      { path: 'title', field: 'title', item: null, base: 'Run', mine: 'Mine', theirs: 'Theirs' }
    ])
    expect(merged.title).toBe('Mine')
    expect(merge(base, mine, theirs, { title: 'theirs' }).merged.title).toBe('Theirs')
  })

  test('of the same field of an item', () => {
    const mine = form({ g: [part('a', 'M'), part('b'), part('c')], h: [part('x')] })
    const theirs = form({ g: [part('a', 'T'), part('b'), part('c')], h: [part('x')] })
    expect(paths(base, mine, theirs)).toEqual(['a.title'])
    expect(names(merge(base, mine, theirs, { 'a.title': 'theirs' }).merged).g).toBe('T b c')
  })

  test('of an item that one removed and the other changed', () => {
    const mine = form({ g: [part('a'), part('c')], h: [part('x')] })
    const theirs = form({ g: [part('a'), part('b', 'B'), part('c')], h: [part('x')] })
    const { merged, clashes } = merge(base, mine, theirs)
    expect(clashes).toMatchObject([{ path: 'b', field: null, mine: undefined, theirs: { title: 'B' } }])
    expect(names(merged).g).toBe('a c')
    expect(names(merge(base, mine, theirs, { b: 'theirs' }).merged).g).toBe('a B c')
  })

  test('of a group that one removed: one clash, and the group can come back with its items', () => {
    const mine = form({ h: [part('x')] })
    const theirs = form({ g: [part('a', 'A'), part('b'), part('c')], h: [part('x')] })
    expect(paths(base, mine, theirs)).toEqual(['g'])
    expect(names(merge(base, mine, theirs, { g: 'theirs' }).merged)).toEqual({ g: 'A b c', h: 'x' })
  })

  test('of the order of a list', () => {
    const mine = form({ g: [part('b'), part('a'), part('c')], h: [part('x')] })
    const theirs = form({ g: [part('a'), part('c'), part('b')], h: [part('x')] })
    expect(paths(base, mine, theirs)).toEqual(['g.parts.order'])
    expect(names(merge(base, mine, theirs, { 'g.parts.order': 'theirs' }).merged).g).toBe('a c b')
  })

  test('of a list without uuids, which counts as one field', () => {
    expect(paths(base, { ...base, alerts: [1] }, { ...base, alerts: [2] })).toEqual(['alerts'])
  })
})

test('a save sends only the fields that changed', { tags: 'D-140' }, () => {
  expect(changedFields(base, structuredClone(base))).toEqual({})
  expect(changedFields(base, { ...base, title: 'Walk' })).toEqual({ title: 'Walk' })
  const renumbered = structuredClone(base)
  for (const { parts } of renumbered.groups) for (const each of parts) each.order += 10
  expect(changedFields(base, renumbered)).toEqual({})
})

/** A random change by an editor. */
const step = fc.oneof(
  fc.record({ do: fc.constant('rename' as const), at: fc.nat(8), to: fc.constantFrom('p', 'q', 'r') }),
  fc.record({ do: fc.constant('write' as const), at: fc.nat(8), to: fc.constantFrom('p', 'q', 'r') }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(8), to: fc.constant('') }),
  fc.record({ do: fc.constant('move' as const), at: fc.nat(8), to: fc.constantFrom('g', 'h', 'i') }),
  fc.record({ do: fc.constant('removeGroup' as const), at: fc.nat(2), to: fc.constant('') }),
  fc.record({ do: fc.constant('add' as const), at: fc.nat(2), to: fc.constantFrom('1', '2') }),
  fc.record({ do: fc.constant('title' as const), at: fc.constant(0), to: fc.constantFrom('p', 'q') })
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const start = form({ g: [part('a'), part('b'), part('c')], h: [part('x'), part('y')], i: [] })

function edit(name: string, steps: readonly Step[]): Form {
  const form = structuredClone(start)
  for (const [count, { do: what, at, to }] of steps.entries()) {
    const all = form.groups.flatMap(({ parts }) => parts)
    const one = all[at % Math.max(1, all.length)]
    if (what === 'title') form.title = to
    else if (what === 'removeGroup') form.groups.splice(at, 1)
    else if (what === 'add') form.groups[at]?.parts.push({ ...part(`${name}${count}`), order: 0 })
    else if (!one) continue
    else if (what === 'rename') one.title = to
    else if (what === 'write') one.content = to
    else {
      const target = what === 'move' ? form.groups.find(({ uuid }) => uuid === to) : undefined
      if (what === 'move' && !target) continue
      for (const group of form.groups) group.parts = group.parts.filter(({ uuid }) => uuid !== one.uuid)
      target?.parts.unshift(one)
    }
  }
  for (const { parts } of form.groups) for (const [order, each] of parts.entries()) each.order = order
  return form
}

const uuids = ({ groups }: Form) => groups.flatMap(({ uuid, parts }) => [uuid, ...parts.map(part => part.uuid)])
const byUuid = ({ groups }: Form) =>
  new Map<string, Item>(
    groups
      .flatMap(group => [group as unknown as Item, ...(group.parts as unknown as Item[])])
      .map(item => [item.uuid, item])
  )
const editor = fc.array(step, { maxLength: 6 })

describe('random changes by two editors', { tags: 'D-140' }, () => {
  const run = (check: (mine: Form, theirs: Form) => void) =>
    fc.assert(
      fc.property(editor, editor, (one, other) => check(edit('m', one), edit('t', other))),
      { seed: 140, numRuns: 300 }
    )

  test('changes of one editor alone are merged without a clash', () => {
    run(changed => {
      expect(merge(start, changed, start)).toEqual({ merged: changed, clashes: [] })
      expect(merge(start, start, changed)).toEqual({ merged: changed, clashes: [] })
      expect(merge(start, changed, changed)).toEqual({ merged: changed, clashes: [] })
    })
  })

  test('no item is lost, duplicated or invented', () => {
    run((mine, theirs) => {
      const { merged, clashes } = merge(start, mine, theirs)
      const found = uuids(merged)
      expect(new Set(found).size).toBe(found.length)
      for (const uuid of found) expect([...uuids(mine), ...uuids(theirs)]).toContain(uuid)
      // After a clash about a removal, items inside the removed one may be gone.
      if (clashes.some(({ field }) => field === null)) return
      const both = uuids(mine).filter(uuid => uuids(theirs).includes(uuid))
      expect(both.filter(uuid => !found.includes(uuid))).toEqual([])
    })
  })

  test('each field has the value of one editor, and a change by only one is kept', () => {
    run((mine, theirs) => {
      const [was, my, their] = [byUuid(start), byUuid(mine), byUuid(theirs)]
      for (const item of byUuid(merge(start, mine, theirs).merged).values()) {
        for (const field of ['title', 'content']) {
          const values = [my.get(item.uuid)?.[field], their.get(item.uuid)?.[field]]
          expect(values).toContain(item[field])
          const [a, b] = values
          if (a !== undefined && a === was.get(item.uuid)?.[field] && b !== undefined) expect(item[field]).toBe(b)
        }
      }
    })
  })

  test('choosing one side for all clashes keeps all its changes', () => {
    run((mine, theirs) => {
      const { clashes } = merge(start, mine, theirs)
      for (const side of ['mine', 'theirs'] as Side[]) {
        const choices = Object.fromEntries(clashes.map(({ path }) => [path, side]))
        const again = merge(start, mine, theirs, choices)
        expect(new Set(again.clashes.map(({ path }) => path))).toEqual(new Set(clashes.map(({ path }) => path)))
        const wanted = byUuid(side === 'mine' ? mine : theirs)
        const result = byUuid(again.merged)
        for (const [uuid, item] of wanted) {
          const before = byUuid(start).get(uuid)
          if (!before || !result.has(uuid)) continue
          if (item.title !== before.title) expect(result.get(uuid)?.title).toBe(item.title)
        }
      }
    })
  })
})
