import { expect, test } from 'vitest'
import { type History, NO_HISTORY, record, redo, undo, without } from './history.ts'

type Text = { title: string; note: string }
const START: Text = { title: '', note: '' }

/** Records changes one after another; `at` is in milliseconds. */
function after(...changes: [Partial<Text>, { field?: unknown; at?: number; isHeld?: boolean }?][]) {
  let value = START
  let history: History<Text> = NO_HISTORY
  for (const [change, { field = null, at = 0, isHeld = false } = {}] of changes) {
    const next = { ...value, ...change }
    history = record(history, value, next, { field, at, isHeld })
    value = next
  }
  return { value, history }
}

test('undo and redo go step by step', () => {
  const { value, history } = after([{ title: 'A' }], [{ note: 'B' }])
  const once = undo(history, value)
  expect(once?.value).toEqual({ title: 'A', note: '' })
  const twice = once && undo(once.history, once.value)
  expect(twice?.value).toEqual(START)
  expect(twice && undo(twice.history, twice.value)).toBeNull()
  const again = twice && redo(twice.history, twice.value)
  expect(again?.value).toEqual({ title: 'A', note: '' })
  const all = again && redo(again.history, again.value)
  expect(all?.value).toEqual(value)
  expect(all && redo(all.history, all.value)).toBeNull()
})

test('typing in one field is one step until a pause of a second or another field', () => {
  const title = {}
  const typed = after(
    [{ title: 'A' }, { field: title, at: 0 }],
    [{ title: 'AB' }, { field: title, at: 900 }],
    [{ title: 'ABC' }, { field: title, at: 1800 }],
    [{ note: 'N' }, { field: {}, at: 1900 }],
    [{ title: 'ABCD' }, { field: title, at: 2000 }],
    [{ title: 'ABCDE' }, { field: title, at: 3000 }]
  )
  expect(typed.history.done.map(({ to }) => `${to.title} ${to.note}`)).toEqual(['ABC ', 'ABC N', 'ABCD N', 'ABCDE N'])
})

test('a drag of any length is one step, and no step when it ends where it began', () => {
  const drag = {}
  const held = (at: number) => ({ field: drag, at, isHeld: true })
  const moved = after([{ title: 'B' }, held(0)], [{ title: 'C' }, held(9000)])
  expect(undo(moved.history, moved.value)?.value).toEqual(START)
  expect(after([{ title: 'B' }, held(0)], [{ title: '' }, held(9000)]).history.done).toEqual([])
})

test('steps without a field are not combined, and a change of nothing is no step', () => {
  expect(after([{ title: 'A' }], [{ title: 'B' }], [{ title: 'B' }]).history.done).toHaveLength(2)
})

test('a new step clears the redo list, and typing after undo is a new step', () => {
  const field = {}
  const { value, history } = after([{ title: 'A' }, { field }])
  const back = undo(history, value)
  if (!back) throw new Error('undo returned null')
  const other = record(back.history, back.value, { ...back.value, note: 'N' }, { field: null, at: 0 })
  expect(other.undone).toEqual([])
  const again = redo(back.history, back.value)
  if (!again) throw new Error('redo returned null')
  const more = record(again.history, again.value, { ...again.value, title: 'AB' }, { field, at: 1 })
  expect(more.done).toHaveLength(2)
})

test('without removes one step and keeps the later ones', () => {
  const { value, history } = after([{ title: 'A' }], [{ note: 'B' }])
  const first = history.done[0]?.id ?? 0
  expect(without(history, first, value)).toEqual({ title: '', note: 'B' })
  const gone = undo(history, value)
  expect(without(history, 99, value)).toBe(value)
  expect(gone && without(gone.history, history.id, gone.value)).toBe(gone?.value)
})

test('only the last two hundred steps are kept', () => {
  const many = after(...Array.from({ length: 250 }, (_, index): [Partial<Text>] => [{ title: String(index) }]))
  expect(many.history.done).toHaveLength(200)
  expect(many.history.done.at(-1)?.to.title).toBe('249')
})
