import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { moveItem, setPart } from '../../domain/activities/plan-edit.ts'
import { ADA, forget } from '../../testing/page/show.tsx'
import { refuseStorage } from '../../testing/page/storage.ts'
import { forgetDraft } from '../lib/drafts/kept-drafts.ts'
import { setUser } from '../lib/user.ts'
import { hasErrors, unreadable, useNewBuilder } from './builder.ts'
import { formWith, goalsOf, groupOf, uuidOf } from './example-form.ts'

const PATH = '/challenges/create'
const GRACE = { ...ADA, id: 2, username: 'grace' }

beforeEach(() => {
  localStorage.clear()
  setUser(ADA)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  forget()
  localStorage.clear()
})

type Shown = ReturnType<typeof useNewBuilder>
function restoreFirst({ drafts: [draft], restore }: Shown): void {
  if (draft) restore(draft)
}
function discardFirst({ drafts: [draft], discard }: Shown): void {
  if (draft) discard(draft)
}
const offered = ({ now }: { now: () => Shown }) => now().drafts.map(({ form }) => form.title)

/** Replaces the browser's locks, and returns the names of those that are held. */
function fakeLocks(): Set<string> {
  const held = new Set<string>()
  vi.stubGlobal('navigator', {
    locks: {
      async request(name: string, run: () => Promise<void>) {
        held.add(name)
        await run()
        held.delete(name)
      },
      query: async () => ({ held: [...held].map(name => ({ name })) })
    }
  })
  return held
}

/** Opens the page of a builder, until `leave` is called. */
function visit(form = formWith({ title: 'Stretch', parts: [groupOf(['A', 'B'])] }), path = PATH) {
  const { result, unmount } = renderHook(() => useNewBuilder('activity', form, path))
  return {
    now: () => result.current,
    leave: unmount,
    work: (change: (builder: typeof result.current) => void) => act(() => change(result.current))
  }
}

const titles = (builder: { form: { parts: { parts: { title: string; order: number }[] }[] } }) =>
  builder.form.parts[0]?.parts.map(({ title, order }) => `${order} ${title}`)

test('changing a field changes only that field and sets isChanged', () => {
  const { now, work } = visit()
  expect(now().isChanged).toBe(false)
  work(builder => builder.set({ title: 'Bend' }))
  expect([now().form.title, titles(now()), now().isChanged]).toEqual(['Bend', ['0 A', '1 B'], true])
})

test('changes of the plan in one frame build on each other, and items are renumbered', () => {
  const { now, work } = visit(formWith({ parts: [groupOf(['A', 'B', 'C'])] }))
  work(builder => {
    builder.plan(plan => moveItem(plan, uuidOf(10), 2, 0))
    builder.plan(plan => setPart(plan, uuidOf(100), { title: 'First' }))
  })
  expect(titles(now())).toEqual(['0 C', '1 First', '2 B'])
})

test('a server error disappears when its field changes, and only then', { tags: 'BLD-35' }, () => {
  const { now, work } = visit()
  work(builder => builder.refuse({ title: 'Too long.', 'parts.0.parts.1.title': 'Too long.', term_id: 'Unknown.' }))
  work(builder => builder.set({ title: 'Bend' }))
  expect(now().errors).toEqual({ 'parts.0.parts.1.title': 'Too long.', term_id: 'Unknown.' })
  work(builder => builder.plan(plan => setPart(plan, uuidOf(100), { title: 'Z' })))
  expect(now().errors).toEqual({ term_id: 'Unknown.' })
})

test('an error about dates appears while editing and disappears once they fit', { tags: ['BLD-14', 'BLD-18'] }, () => {
  const { now, work } = visit(formWith({ parts: [groupOf(['A'], { linked: 0 })] }))
  const date = { relative_dates: 0, started_at: '2030-01-01T10:00:00.000Z' } as const
  work(builder => builder.plan(plan => setPart(plan, uuidOf(100), date)))
  expect(now().errors['parts.0.parts.0.started_at']).toMatch(/Please set the challenge start date/)
  work(builder => builder.set({ started_at: date.started_at }))
  expect(now().errors).toEqual({})
})

test('an unreadable duration is reported as long as its part exists', { tags: 'BLD-33' }, () => {
  const { now, work } = visit()
  const problem = () => unreadable(now().typed, now().form)
  work(builder => builder.type(`${uuidOf(101)} duration`, 'soon'))
  expect(problem()).toBe('The value [soon] could not be parsed')
  work(builder => builder.set({ parts: [groupOf(['A'])] }))
  expect(problem()).toBeNull()
  work(builder => builder.type('form duration', 'later'))
  expect(problem()).toBe('The value [later] could not be parsed')
  work(builder => builder.type('form duration', null))
  expect(problem()).toBeNull()
})

test('hasErrors finds errors below a path, except for the named fields', () => {
  const errors = { 'parts.1.parts.1.timers': 'Too many.' }
  expect(hasErrors(errors, 'parts.1.parts.1')).toBe(true)
  expect(hasErrors(errors, 'parts.1.parts.1', ['timers'])).toBe(false)
  expect(hasErrors(errors, 'parts.1.parts.10')).toBe(false)
  expect(hasErrors({ 'parts.1.parts.10.title': 'Too long.' }, 'parts.1.parts.1')).toBe(false)
})

test('a visit without changes leaves no draft', () => {
  visit().leave()
  expect(visit().now().drafts).toEqual([])
})

test('the draft of an earlier visit is offered and changes nothing until it is restored', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.work(builder => builder.type('form duration', '1h 3'))
  const { making } = first.now()
  first.leave()

  const second = visit()
  expect([second.now().form.title, second.now().drafts[0]?.form.title]).toEqual(['Stretch', 'Bend'])
  expect(second.now().making.key).not.toBe(making.key)
  const { revision } = second.now()
  second.work(builder => restoreFirst(builder))
  expect(second.now()).toMatchObject({ drafts: [], isChanged: true, making, typed: { 'form duration': '1h 3' } })
  expect(second.now().form.title).toBe('Bend')
  // A higher revision makes fields with their own text start again.
  expect(second.now().revision).toBeGreaterThan(revision)
})

test('a restored draft is kept again if the visit ends without saving', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  const second = visit()
  second.work(builder => restoreFirst(builder))
  second.leave()
  expect(visit().now().drafts[0]?.form.title).toBe('Bend')
})

test('a discarded draft is not offered again, and an ignored one is', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  visit().leave()
  const third = visit()
  expect(third.now().drafts[0]?.form.title).toBe('Bend')
  third.work(builder => discardFirst(builder))
  expect(third.now().drafts).toEqual([])
  third.leave()
  expect(visit().now().drafts).toEqual([])
})

test('typing does not remove an offered draft', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  const second = visit()
  second.work(builder => builder.set({ title: 'Other' }))
  second.work(builder => restoreFirst(builder))
  expect(second.now().form.title).toBe('Bend')
})

test('drafts of two pages are separate', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  expect(visit(formWith(), '/activities/study/update').now().drafts).toEqual([])
})

test('a form that was sent without a response is kept as a draft, with its key', () => {
  const first = visit()
  const making = { key: 'the key of it', sent: [{ challenge: { title: 'Bend' } }] }
  first.work(builder => builder.setMaking(making))
  first.leave()
  const second = visit()
  second.work(builder => restoreFirst(builder))
  expect(second.now().making).toEqual(making)
})

test('drafts of other people are not offered, and a visitor’s draft is after signing in', {
  tags: 'SEC-11'
}, () => {
  const adas = visit()
  adas.work(builder => builder.set({ title: 'Mine' }))
  adas.leave()
  setUser(GRACE)
  expect(visit().now().drafts).toEqual([])
  setUser(ADA)
  expect(visit().now().drafts[0]?.form.title).toBe('Mine')

  forgetDraft(adas.now().draftId)
  setUser(null)
  const visitors = visit()
  visitors.work(builder => builder.set({ title: 'Anybody’s' }))
  visitors.leave()
  setUser(GRACE)
  expect(visit().now().drafts[0]?.form.title).toBe('Anybody’s')
})

test('deleting the draft of a visit keeps the drafts of others', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  const second = visit()
  second.work(builder => builder.set({ title: 'Other' }))
  second.leave()
  forgetDraft(second.now().draftId)
  expect(offered(visit())).toEqual(['Bend'])
})

test('each visit writes its own draft, which is offered until it is restored or discarded', () => {
  for (const title of ['One', 'Two', 'Three']) {
    const { work, leave } = visit()
    work(builder => builder.set({ title }))
    leave()
  }
  const now = visit()
  expect(offered(now).toSorted()).toEqual(['One', 'Three', 'Two'])
  now.work(builder => builder.set({ title: 'Four' }))
  const two = now.now().drafts.find(({ form }) => form.title === 'Two')
  if (!two) throw new Error('it is not offered')
  now.work(builder => builder.restore(two))
  expect(now.now().form.title).toBe('Two')
  // The text that was typed before the restore is a draft now.
  expect(offered(now).toSorted()).toEqual(['Four', 'One', 'Three'])
})

test('the draft of an open tab is not offered in other tabs', async () => {
  const locks = fakeLocks()
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  const second = visit()
  await act(async () => {})
  expect(offered(second)).toEqual([])
  first.leave()
  await act(async () => {})
  const third = visit()
  await act(async () => {})
  expect(offered(third)).toEqual(['Bend'])
  expect(locks.size).toBe(2)
})

test('a browser keeps the newest twenty drafts of a person, none for longer than 30 days', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const write = (title: string) => {
    const { work, leave } = visit(formWith(), `/challenges/${title}/update`)
    work(builder => builder.set({ title }))
    leave()
    vi.setSystemTime(Date.now() + 1000)
  }
  for (let count = 1; count <= 25; count++) write(`${count}`)
  const kept = () => Object.keys(localStorage).filter(name => name.startsWith('draft ')).length
  expect(kept()).toBe(20)
  expect(offered(visit(formWith(), '/challenges/5/update'))).toEqual([])
  expect(offered(visit(formWith(), '/challenges/6/update'))).toEqual(['6'])
  vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000)
  write('new')
  expect(kept()).toBe(1)
})

test('a restored draft includes later saves, and saving asks about fields that both changed', {
  tags: 'D-140'
}, () => {
  const form = formWith({ title: 'Stretch', content: 'Old' })
  const begin = (change: Partial<typeof form>, revision: number) =>
    renderHook(() => useNewBuilder('activity', { ...form, ...change }, PATH, 0, revision))
  const first = begin({}, 1)
  act(() => first.result.current.set({ title: 'Bend' }))
  first.unmount()
  const second = begin({ content: 'New' }, 2)
  act(() => restoreFirst(second.result.current))
  expect(second.result.current.form).toMatchObject({ title: 'Bend', content: 'New' })
  expect(second.result.current.base.revision).toBe(2)
  second.unmount()
  const third = begin({ title: 'Theirs' }, 3)
  act(() => restoreFirst(third.result.current))
  expect([third.result.current.form.title, third.result.current.base.revision]).toEqual(['Bend', 2])
})

test('choosing another activity to copy keeps edited fields', { tags: 'D-71' }, () => {
  const start = (title: string) => formWith({ title, parts: [groupOf([title])] })
  const { result, rerender } = renderHook(({ title, path }) => useNewBuilder('session', start(title), path), {
    initialProps: { title: '', path: '/challenges/events/create' }
  })
  rerender({ title: 'Run', path: '/challenges/events/create?challenge=run' })
  expect([result.current.form.title, result.current.isChanged]).toEqual(['Run', false])
  act(() => result.current.set({ content: 'Bring water', title: 'Tuesday run' }))
  rerender({ title: 'Swim', path: '/challenges/events/create?challenge=swim' })
  expect(result.current.form).toMatchObject({ title: 'Tuesday run', content: 'Bring water' })
  expect(result.current.form.parts[0]?.parts.map(({ title }) => title)).toEqual(['Swim'])
  expect(result.current.isChanged).toBe(true)
})

test.each([
  ['cut JSON', '{"form":{"parts":['],
  ['a draft without a plan', JSON.stringify({ form: { title: 'A' }, user: null })],
  ['another value', '"hello"']
])('a draft that cannot be read is not offered: %s', (_, kept) => {
  localStorage.setItem('draft 1', kept)
  expect(visit().now().drafts).toEqual([])
})

test('the builder works without drafts if the browser refuses storage', () => {
  refuseStorage()
  const { now, work } = visit()
  work(builder => builder.set({ title: 'Bend', tasks: [goalsOf('Water')] }))
  expect([now().form.title, now().drafts, now().isKept]).toEqual(['Bend', [], false])
})
