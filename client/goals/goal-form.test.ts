import { expect, test } from 'vitest'
import type { Goal } from '../../domain/goals/api.ts'
import { CallRefused } from '../lib/api.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { EMPTY_LOG, fieldsOf, unreadable as unreadableLog, valuesOf as valuesOfLog } from '../logs/log-form.ts'
import { EXAMPLE_GOAL } from './example-goal.ts'
import {
  bodyOf,
  fittingButtons,
  goalErrors,
  inputOf,
  newButton,
  newItem,
  newValues,
  unreadable,
  unshownOf,
  valuesOf
} from './goal-form.ts'

const ITEM = { uuid: '00000000-0000-4000-8000-000000000007', title: 'Chapter one', link: '', done: 1 as const }
const GOAL: Goal = { ...EXAMPLE_GOAL, distance: 2.5, duration: 5400, is_list: 1, list: [ITEM] }

test('GOAL-18 a goal that is opened and saved unchanged is the same goal', () => {
  const body = bodyOf(valuesOf(GOAL), unshownOf(GOAL))
  const { title, amount, unit, distance, duration, action, link, content, is_list, list } = GOAL
  expect(body).toMatchObject({ title, amount, unit, distance, duration, action, link, content, is_list, list })
  expect(body.quick_log_buttons?.map(({ uuid, title, amount, duration }) => [uuid, title, amount, duration])).toEqual(
    GOAL.quick_log_buttons.map(({ uuid, title, amount, duration }) => [uuid, title, amount, duration])
  )
})

test('GOAL-18 what the form does not show is sent back as it was', () => {
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

test('progress is no part of what is sent', () => {
  const sent = Object.keys(inputOf(GOAL))
  for (const field of ['amount_elapsed', 'duration_elapsed', 'status', 'activeLog', 'id']) {
    expect(sent).not.toContain(field)
  }
})

test('GOAL-18 an emptied number is none, and nought is nought', () => {
  const values = valuesOf(GOAL)
  const emptied = bodyOf({ ...values, amount: '', distance: '', duration: '' }, {})
  expect([emptied.amount, emptied.distance, emptied.duration]).toEqual([null, null, 0])
  expect(bodyOf({ ...values, amount: 0, distance: '0' }, {})).toMatchObject({ amount: 0, distance: 0 })
})

test('GOAL-78 items that nobody wrote are left out; with none left the goal is no checklist', () => {
  const written = { ...newItem(), title: 'Soil' }
  const values = { ...valuesOf(GOAL), list: [written, { ...newItem(), title: '  ' }] }
  expect(bodyOf(values, {}).list).toEqual([written])
  expect(bodyOf({ ...values, list: [] }, {}).is_list).toBe(0)
})

test('GOAL-06 two buttons or items that are begun have uuids of their own', () => {
  expect(newButton().uuid).not.toBe(newButton().uuid)
  expect(newItem().uuid).not.toBe(newItem().uuid)
})

test('BLD-33 a time that cannot be read is told at its field, before anything is sent', () => {
  const values = valuesOf(GOAL)
  expect(unreadable(values)).toEqual({})
  const [first, second] = values.buttons as [(typeof values.buttons)[number], (typeof values.buttons)[number]]
  const wrong = { ...values, duration: 'soon', buttons: [first, { ...second, duration: '5 lightyears' }] }
  expect(unreadable(wrong)).toEqual({
    duration: 'The value [soon] could not be parsed',
    'buttons.1.duration': 'The value [5 lightyears] could not be parsed'
  })
})

test('GOAL-17 what the server says of a field stands at that field of the form', () => {
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

test('LOG-07 a log that is opened and saved unchanged is the same log', () => {
  const { amount, distance, duration, title, content, day } = EXAMPLE_LOG
  expect(fieldsOf(valuesOfLog(EXAMPLE_LOG))).toEqual({ amount, distance, duration, title, content, day })
})

test('LOG-07 empty fields of a log are nothing, nought is nought, and a time is read with its units', () => {
  expect(fieldsOf(EMPTY_LOG)).toEqual({ amount: null, distance: null, duration: null, title: '', content: '' })
  const typed = { ...EMPTY_LOG, amount: 0, distance: 1.5, duration: '1h 30m' }
  expect(fieldsOf(typed)).toMatchObject({ amount: 0, distance: 1.5, duration: 5400 })
})

test('BLD-33 a log’s time that cannot be read is told at its field', () => {
  expect(unreadableLog({ ...EMPTY_LOG, duration: 'a while' })).toEqual({
    duration: 'The value [a while] could not be parsed'
  })
  expect(unreadableLog(EMPTY_LOG)).toEqual({})
})

test('GOAL-65 GOAL-66 a day is its first and last moment where the person is; a moment that was stored stays', () => {
  const values = { ...valuesOf(GOAL), started_at: '2026-12-01', ended_at: '2026-12-31' }
  expect(bodyOf(values, {})).toMatchObject({
    started_at: new Date('2026-12-01T00:00:00').toISOString(),
    ended_at: new Date('2026-12-31T23:59:59').toISOString()
  })
  const stored = { ...GOAL, started_at: null, ended_at: '2026-12-31T12:34:56.000Z' }
  expect(bodyOf(valuesOf(stored), unshownOf(stored))).toMatchObject({ started_at: null, ended_at: stored.ended_at })
  expect(bodyOf({ ...valuesOf(stored), ended_at: '' }, unshownOf(stored)).ended_at).toBeNull()
})

test.each([
  ['miles', { distance: '20' }, { amount: '', distance: 1, duration: '' }],
  ['a short time', { duration: '20m' }, { amount: '', distance: '', duration: '0d 0h 20m 0s' }],
  ['a long time', { duration: '100h' }, { amount: '', distance: '', duration: '0d 1h 0m 0s' }],
  ['an amount of its own beside them', { distance: '20', amount: '3' }, null],
  ['a title alone', { title: 'Run' }, null]
])('GOAL-10 the first button logs what a goal of %s is measured by', (_, typed, expected) => {
  const { values } = newValues()
  const buttons = fittingButtons({ ...values, ...typed }, values)
  expect(buttons).toEqual(expected && [{ ...values.buttons[0], ...expected }])
})

test('GOAL-10 a button that somebody has touched stays as it is', () => {
  const { values } = newValues()
  const touched = { ...values, buttons: values.buttons.map(button => ({ ...button, title: 'A lap' })) }
  expect(fittingButtons({ ...touched, distance: '20' }, touched)).toBeNull()
  const more = { ...values, buttons: [...values.buttons, newButton()] }
  expect(fittingButtons({ ...more, distance: '20' }, more)).toBeNull()
})

test('how often a goal begins anew is read and sent; chosen weekdays need at least one', () => {
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
