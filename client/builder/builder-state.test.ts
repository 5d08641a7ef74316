import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveItem, setPart } from '../../domain/activities/plan-edit.ts'
import { setUser } from '../lib/user.ts'
import { ADA, forget } from '../testing/show.tsx'
import { refuseStorage } from '../testing/storage.ts'
import { hasErrors, unreadable, useNewBuilder } from './builder.ts'
import { forgetDraft, openDraft } from './draft.ts'
import { formWith, goalsOf, groupOf, uuidOf } from './example-form.ts'

const PATH = '/challenges/create'
const GRACE = { ...ADA, id: 2, username: 'grace' }

beforeEach(() => {
  localStorage.clear()
  setUser(ADA)
})
afterEach(() => {
  forget()
  localStorage.clear()
})

/** The page of a builder until it is left. */
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

test('a field that is changed is changed alone, and leaving asks from then on', () => {
  const { now, work } = visit()
  expect(now().isChanged).toBe(false)
  work(builder => builder.set({ title: 'Bend' }))
  expect([now().form.title, titles(now()), now().isChanged]).toEqual(['Bend', ['0 A', '1 B'], true])
})

test('steps of the plan build on each other, also within one frame, and items are in their places', () => {
  const { now, work } = visit(formWith({ parts: [groupOf(['A', 'B', 'C'])] }))
  work(builder => {
    builder.plan(plan => moveItem(plan, uuidOf(10), 2, 0))
    builder.plan(plan => setPart(plan, uuidOf(100), { title: 'First' }))
  })
  expect(titles(now())).toEqual(['0 C', '1 First', '2 B'])
})

test('BLD-35 what the server refused goes with a change of its field, and with nothing else', () => {
  const { now, work } = visit()
  work(builder => builder.refuse({ title: 'Too long.', 'parts.0.parts.1.title': 'Too long.', term_id: 'Unknown.' }))
  work(builder => builder.set({ title: 'Bend' }))
  expect(now().errors).toEqual({ 'parts.0.parts.1.title': 'Too long.', term_id: 'Unknown.' })
  work(builder => builder.plan(plan => setPart(plan, uuidOf(100), { title: 'Z' })))
  expect(now().errors).toEqual({ term_id: 'Unknown.' })
})

test('BLD-14 BLD-18 what does not fit is said while one works, and no longer when it fits', () => {
  const { now, work } = visit(formWith({ parts: [groupOf(['A'], { linked: 0 })] }))
  const date = { relative_dates: 0, started_at: '2030-01-01T10:00:00.000Z' } as const
  work(builder => builder.plan(plan => setPart(plan, uuidOf(100), date)))
  expect(now().errors['parts.0.parts.0.started_at']).toMatch(/Please set the challenge start date/)
  work(builder => builder.set({ started_at: date.started_at }))
  expect(now().errors).toEqual({})
})

test('BLD-33 a text that is no duration is told, as long as its part is there', () => {
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

test('what is wrong below a part is known from its path, without what is shown elsewhere', () => {
  const errors = { 'parts.1.parts.1.timers': 'Too many.' }
  expect(hasErrors(errors, 'parts.1.parts.1')).toBe(true)
  expect(hasErrors(errors, 'parts.1.parts.1', ['timers'])).toBe(false)
  expect(hasErrors(errors, 'parts.1.parts.10')).toBe(false)
  expect(hasErrors({ 'parts.1.parts.10.title': 'Too long.' }, 'parts.1.parts.1')).toBe(false)
})

test('a visit in which nothing was typed leaves no draft', () => {
  visit().leave()
  expect(visit().now().earlier).toBeNull()
})

test('the draft of an earlier visit is offered and changes nothing until it is restored', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.work(builder => builder.type('form duration', '1h 3'))
  const { key } = first.now()
  first.leave()

  const second = visit()
  expect([second.now().form.title, second.now().earlier?.form.title]).toEqual(['Stretch', 'Bend'])
  expect(second.now().key).not.toBe(key)
  const { revision } = second.now()
  second.work(builder => builder.restore())
  expect(second.now()).toMatchObject({ earlier: null, isChanged: true, key, typed: { 'form duration': '1h 3' } })
  expect(second.now().form.title).toBe('Bend')
  // Fields with a text of their own begin again.
  expect(second.now().revision).toBeGreaterThan(revision)
})

test('a draft that was restored is kept again, should this visit end too', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  const second = visit()
  second.work(builder => builder.restore())
  second.leave()
  expect(visit().now().earlier?.form.title).toBe('Bend')
})

test('a draft that was discarded is not offered again, and one that was not looked at is', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  visit().leave()
  const third = visit()
  expect(third.now().earlier?.form.title).toBe('Bend')
  third.work(builder => builder.discard())
  expect(third.now().earlier).toBeNull()
  third.leave()
  expect(visit().now().earlier).toBeNull()
})

test('typing beside an offered draft does not take it away', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  const second = visit()
  second.work(builder => builder.set({ title: 'Other' }))
  second.work(builder => builder.restore())
  expect(second.now().form.title).toBe('Bend')
})

test('drafts of two pages are apart', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  expect(visit(formWith(), '/activities/study/update').now().earlier).toBeNull()
})

test('what was sent without a response is a draft also when nothing was changed since, with its key', () => {
  const first = visit()
  first.work(builder => builder.setSent(true))
  const { key } = first.now()
  first.leave()
  const second = visit()
  second.work(builder => builder.restore())
  expect([second.now().key, second.now().isSent]).toEqual([key, true])
})

test('SEC-11 nobody is offered the draft of another person; that of a visitor goes on after signing in', () => {
  const adas = visit()
  adas.work(builder => builder.set({ title: 'Mine' }))
  adas.leave()
  setUser(GRACE)
  expect(visit().now().earlier).toBeNull()
  setUser(ADA)
  expect(visit().now().earlier?.form.title).toBe('Mine')

  forgetDraft(PATH)
  setUser(null)
  const visitors = visit()
  visitors.work(builder => builder.set({ title: 'Anybody’s' }))
  visitors.leave()
  setUser(GRACE)
  expect(visit().now().earlier?.form.title).toBe('Anybody’s')
})

test('once saved there is no draft, neither of this visit nor of an earlier one', () => {
  const first = visit()
  first.work(builder => builder.set({ title: 'Bend' }))
  first.leave()
  const second = visit()
  second.work(builder => builder.set({ title: 'Other' }))
  forgetDraft(PATH)
  expect(openDraft(PATH, ADA.id)).toBeNull()
})

test.each([
  ['half of one', '{"form":{"parts":['],
  ['one without a plan', JSON.stringify({ form: { title: 'A' }, user: null })],
  ['something else', '"hello"']
])('a draft that cannot be read, such as %s, is not offered', (_, kept) => {
  localStorage.setItem(`builder ${PATH}`, kept)
  expect(visit().now().earlier).toBeNull()
})

test('where the browser refuses storage the builder works without drafts', () => {
  refuseStorage()
  const { now, work } = visit()
  work(builder => builder.set({ title: 'Bend', tasks: [goalsOf('Water')] }))
  expect([now().form.title, now().earlier]).toEqual(['Bend', null])
})
