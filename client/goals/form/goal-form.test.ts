import { afterEach, expect, test } from 'vitest'
import type { Goal } from '../../../domain/goals/api.ts'
import type { GoalKind } from '../../../domain/goals/kind.ts'
import { ADA } from '../../../testing/page/show.tsx'
import { CallRefused } from '../../lib/api.ts'
import { setUser } from '../../lib/user.ts'
import { EXAMPLE_LOG } from '../../logs/example-log.ts'
import { EMPTY_LOG, fieldsOf, unreadable as unreadableLog, valuesOf as valuesOfLog } from '../../logs/log-form.ts'
import { EXAMPLE_GOAL } from '../example-goal.ts'
import { bodyOf, inputOf, unshownOf } from './goal-body.ts'
import { fittingButtons } from './goal-buttons.ts'
import { goalErrors, unreadable } from './goal-form.ts'
import { type ButtonValues, type GoalValues, newButton, newItem, newValues, valuesOf } from './goal-values.ts'

afterEach(() => setUser(null))

const ITEM = { uuid: '00000000-0000-4000-8000-000000000007', title: 'Chapter one', link: '', done: 1 as const }
const GOAL: Goal = { ...EXAMPLE_GOAL, distance: 2.5, duration: 5400, is_list: 1, list: [ITEM] }

test('opening and saving a goal unchanged sends the same goal', { tags: 'GOAL-18' }, () => {
  const body = bodyOf(valuesOf(GOAL), unshownOf(GOAL))
  const { title, amount, unit, distance, duration, action, link, content, is_list, list } = GOAL
  expect(body).toMatchObject({ title, amount, unit, distance, duration, action, link, content, is_list, list })
  expect(body.quick_log_buttons?.map(({ uuid, title, amount, duration }) => [uuid, title, amount, duration])).toEqual(
    GOAL.quick_log_buttons.map(({ uuid, title, amount, duration }) => [uuid, title, amount, duration])
  )
})

test('sends fields that the form does not show as they were', { tags: 'GOAL-18' }, () => {
  const timers = [{ uuid: ITEM.uuid, title: 'Read', duration: 60, is_interval: 0 as const, sets: 1, nested: [] }]
  const hidden = {
    sets: 3,
    is_interval: 1 as const,
    timers,
    action_duration: 90,
    amount_per_log: 2,
    completions_required: 4
  }
  const goal = { ...GOAL, ...hidden }
  expect(bodyOf(valuesOf(goal), unshownOf(goal))).toMatchObject(hidden)
  expect(inputOf(goal)).toMatchObject({ ...hidden, title: goal.title })
})

test('sends no progress', () => {
  const sent = Object.keys(inputOf(GOAL))
  for (const field of ['amount_elapsed', 'duration_elapsed', 'status', 'activeLog', 'id']) {
    expect(sent).not.toContain(field)
  }
})

test('an empty number means none, and zero means zero', { tags: 'GOAL-18' }, () => {
  const values = valuesOf(GOAL)
  const emptied = bodyOf({ ...values, amount: '', distance: '', duration: '' }, {})
  expect([emptied.amount, emptied.distance, emptied.duration]).toEqual([null, null, 0])
  expect(bodyOf({ ...values, amount: 0, distance: '0' }, {})).toMatchObject({ amount: 0, distance: 0 })
})

test('skips empty items; without items the goal is no checklist', { tags: 'GOAL-78' }, () => {
  const written = { ...newItem(), title: 'Soil' }
  const values = { ...valuesOf(GOAL), list: [written, { ...newItem(), title: '  ' }] }
  expect(bodyOf(values, {}).list).toEqual([written])
  expect(bodyOf({ ...values, list: [] }, {}).is_list).toBe(0)
})

test('new buttons and items get unique uuids', { tags: 'GOAL-06' }, () => {
  expect(newButton().uuid).not.toBe(newButton().uuid)
  expect(newItem().uuid).not.toBe(newItem().uuid)
})

test('shows an unreadable duration at its field, before anything is sent', { tags: 'BLD-33' }, () => {
  const values = valuesOf(GOAL)
  expect(unreadable(values)).toEqual({})
  const [first, second] = values.buttons as [(typeof values.buttons)[number], (typeof values.buttons)[number]]
  const wrong = { ...values, duration: 'soon', buttons: [first, { ...second, duration: '5 lightyears' }] }
  expect(unreadable(wrong)).toEqual({
    duration: 'The value [soon] could not be parsed',
    'buttons.1.duration': 'The value [5 lightyears] could not be parsed'
  })
})

test("maps the server's errors to the fields of the form", { tags: 'GOAL-17' }, () => {
  const errors = {
    'challenge.tasks.0.title': 'Value is required.',
    'challenge.tasks.0.quick_log_buttons.1.amount': 'Too large.',
    'challenge.tasks.0.list.2.link': 'This is no address.'
  }
  const refused = new CallRefused(422, { message: 'No.', error: 'No.', errors } as CallRefused['body'])
  expect(goalErrors(refused)).toEqual({
    title: 'Value is required.',
    'buttons.1.amount': 'Too large.',
    'list.2.link': 'This is no address.'
  })
  expect(goalErrors(new TypeError('no line'))).toEqual({})
})

test('opening and saving a log unchanged sends the same log', { tags: 'LOG-07' }, () => {
  const { amount, distance, duration, title, content, day } = EXAMPLE_LOG
  expect(fieldsOf(valuesOfLog(EXAMPLE_LOG))).toEqual({ amount, distance, duration, title, content, day })
})

test('empty fields of a log mean none, zero means zero, and a duration is read with its units', {
  tags: 'LOG-07'
}, () => {
  expect(fieldsOf(EMPTY_LOG)).toEqual({ amount: null, distance: null, duration: null, title: '', content: '' })
  const typed = { ...EMPTY_LOG, amount: 0, distance: 1.5, duration: '1h 30m' }
  expect(fieldsOf(typed)).toMatchObject({ amount: 0, distance: 1.5, duration: 5400 })
})

test('shows an unreadable duration of a log at its field', { tags: 'BLD-33' }, () => {
  expect(unreadableLog({ ...EMPTY_LOG, duration: 'a while' })).toEqual({
    duration: 'The value [a while] could not be parsed'
  })
  expect(unreadableLog(EMPTY_LOG)).toEqual({})
})

test("a day covers its first to last moment in the person's time zone; stored moments stay", {
  tags: ['GOAL-65', 'GOAL-66']
}, () => {
  setUser({ ...ADA, time_zone: 'Europe/Berlin', day_start: 4 })
  const values = { ...valuesOf(GOAL), started_at: '2026-03-28', ended_at: '2026-03-29' }
  expect(bodyOf(values, {})).toMatchObject({
    started_at: '2026-03-28T03:00:00.000Z',
    // Daylight saving time began that night.
    ended_at: '2026-03-30T01:59:59.000Z'
  })
  expect(valuesOf(bodyOf(values, {}))).toMatchObject({ started_at: '2026-03-28', ended_at: '2026-03-29' })
  const stored = { ...GOAL, started_at: null, ended_at: '2026-12-31T12:34:56.000Z' }
  expect(bodyOf(valuesOf(stored), unshownOf(stored))).toMatchObject({ started_at: null, ended_at: stored.ended_at })
  expect(bodyOf({ ...valuesOf(stored), ended_at: '' }, unshownOf(stored)).ended_at).toBeNull()
})

const TIMERS = [{ uuid: ITEM.uuid, title: 'Read', duration: 60, is_interval: 0 as const, sets: 1, nested: [] }]

test('sends only the fields of the kind, and keeps the others for when the kind returns', {
  tags: 'GOAL-06..GOAL-09'
}, () => {
  const { values, unshown } = newValues()
  const typed = { ...values, title: 'Run', unit: 'laps', distance: '20', duration: '1h', list: [ITEM], timers: TIMERS }
  const sent = (kind: GoalKind, also: GoalKind[] = []) => bodyOf({ ...typed, kind, also }, unshown)
  const none = { amount: null, unit: '', distance: null, duration: 0, list: [], is_list: 0, timers: [], is_interval: 0 }
  expect(sent('count')).toMatchObject({ ...none, amount: 1, unit: 'laps', sets: 1 })
  expect(sent('distance')).toMatchObject({ ...none, distance: 20 })
  expect(sent('time')).toMatchObject({ ...none, duration: 3600 })
  expect(sent('checklist')).toMatchObject({ ...none, list: [ITEM], is_list: 1 })
  expect(sent('intervals')).toMatchObject({ ...none, amount: 1, unit: 'laps', timers: TIMERS, sets: 1, is_interval: 1 })
  expect(sent('distance', ['count', 'time'])).toMatchObject({
    ...none,
    amount: 1,
    unit: 'laps',
    distance: 20,
    duration: 3600
  })
})

test('a goal opens with its kind, and a goal of several kinds loses nothing', {
  tags: ['GOAL-18', 'GOAL-75..GOAL-78']
}, () => {
  expect(valuesOf({ title: 'Run', amount: 1, distance: 20 })).toMatchObject({ kind: 'distance', also: [] })
  const mixed = { ...GOAL, timers: TIMERS, sets: 3, is_interval: 1 as const }
  expect(valuesOf(mixed)).toMatchObject({ kind: 'intervals', also: ['distance', 'time', 'checklist'] })
  const { amount, distance, duration, list } = mixed
  expect(inputOf(mixed)).toMatchObject({ amount, distance, duration, list, timers: TIMERS, sets: 3, is_interval: 1 })
})

test('timers that run once stay so, and a goal without intervals has no sets', { tags: 'GOAL-76' }, () => {
  const once = { ...GOAL, timers: TIMERS, sets: 1, is_interval: 0 as const }
  expect(inputOf(once)).toMatchObject({ timers: TIMERS, is_interval: 0 })
  const many = { ...once, sets: 3, is_interval: 1 as const }
  const given = bodyOf({ ...valuesOf(many), kind: 'count', also: [] }, unshownOf(many))
  expect(given).toMatchObject({ timers: [], sets: 1, is_interval: 0 })
})

test('reports unreadable fields only for the chosen kinds', { tags: 'BLD-33' }, () => {
  const { values } = newValues()
  const typed = { ...values, distance: 'far', duration: 'long', typed: { 'a duration': 'soon' } }
  expect(Object.keys(unreadable(typed))).toEqual([])
  expect(Object.keys(unreadable({ ...typed, kind: 'distance' }))).toEqual(['distance'])
  expect(Object.keys(unreadable({ ...typed, kind: 'count', also: ['time'] }))).toEqual(['duration'])
  expect(Object.keys(unreadable({ ...typed, kind: 'intervals' }))).toEqual(['timers'])
})

test.each<[string, Partial<GoalValues>, Partial<ButtonValues>[] | null]>([
  ['miles', { kind: 'distance', distance: '20' }, [{ distance: 1 }, { distance: 2 }]],
  ['a short time', { kind: 'time', duration: '20m' }, [{ duration: '0d 0h 20m 0s' }]],
  ['a long time', { kind: 'time', duration: '100h' }, [{ duration: '0d 0h 30m 0s' }, { duration: '0d 1h 0m 0s' }]],
  ['many pages', { amount: '300', unit: 'pages' }, [{ amount: 5 }, { amount: 20 }]],
  ['intervals', { kind: 'intervals' }, []],
  ['a title alone', { title: 'Run' }, null]
])('new buttons fit the measure of a goal of %s', { tags: 'GOAL-10' }, (_, typed, expected) => {
  const { values } = newValues()
  const buttons = fittingButtons({ ...values, ...typed }, values)
  const none = { title: '', amount: '', distance: '', duration: '' }
  expect(buttons).toEqual(expected?.map(measures => expect.objectContaining({ ...none, ...measures })) ?? null)
  expect(buttons?.[0]?.uuid ?? values.buttons[0]?.uuid).toBe(values.buttons[0]?.uuid)
})

test('keeps buttons that someone has changed', { tags: 'GOAL-10' }, () => {
  const { values } = newValues()
  const miles = { kind: 'distance' as const, distance: '20' }
  const touched = { ...values, buttons: values.buttons.map(button => ({ ...button, title: 'A lap' })) }
  expect(fittingButtons({ ...touched, ...miles }, touched)).toBeNull()
  const more = { ...values, buttons: [...values.buttons, newButton()] }
  expect(fittingButtons({ ...more, ...miles }, more)).toBeNull()
})

test('reads and sends how often a goal repeats; chosen weekdays need at least one', () => {
  const { values, unshown } = newValues()
  expect(bodyOf(values, unshown).repeats).toBeNull()
  expect(bodyOf({ ...values, repeats: 'month', weekdays: [1] }, unshown).repeats).toEqual({
    every: 'month',
    weekdays: []
  })
  const chosen = bodyOf({ ...values, repeats: 'weekdays', weekdays: [1, 5] }, unshown)
  expect(chosen.repeats).toEqual({ every: 'day', weekdays: [1, 5] })
  expect(valuesOf(chosen)).toMatchObject({ repeats: 'weekdays', weekdays: [1, 5] })
  expect(unreadable({ ...values, repeats: 'weekdays' })).toEqual({ weekdays: 'Choose at least one weekday.' })
})
