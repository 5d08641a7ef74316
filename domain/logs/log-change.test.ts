import { expect, test } from 'vitest'
import { completeLog, createLog, type LogState, LogStatus, pauseLog, stopLog } from './log.ts'
import { changeLog, keepsContent, type LogChange } from './log-change.ts'

const START = Date.parse('2026-03-01T10:00:00Z')
const at = (seconds: number): number => START + seconds * 1000
const date = (seconds: number): string => new Date(at(seconds)).toISOString()
const LOG: LogState = createLog({ status: LogStatus.Active, duration: 600, amount: 2, distance: 1 }, START)

function moved(rule: (log: LogState, now: number) => ReturnType<typeof completeLog>, seconds: number): LogState {
  const outcome = rule(LOG, at(seconds))
  if (!outcome.ok) throw new Error('the rule refused')
  return outcome.value
}
const change = (log: LogState, sent: LogChange): LogState => {
  const outcome = changeLog(log, sent, at(200))
  if (!outcome.ok) throw new Error('the rule refused')
  return outcome.value
}

test('absent fields stay, and null clears a value', { tags: 'D-51' }, () => {
  expect(change(LOG, {})).toEqual(LOG)
  expect(change(LOG, { amount: 5 })).toEqual({ ...LOG, amount: 5 })
  expect(change(LOG, { amount: null, distance: null })).toEqual({ ...LOG, amount: null, distance: null })
})

test.each([
  [
    'done',
    moved(completeLog, 100),
    { duration: 300, elapsed_duration: 300, started_at: date(-200) },
    { duration: null, elapsed_duration: 0, started_at: date(100) }
  ],
  ['paused', moved(pauseLog, 400), { duration: 300, elapsed_duration: 300 }, { duration: null, elapsed_duration: 0 }],
  ['stopped', moved(stopLog, 100), { duration: 300, elapsed_duration: 100 }, { duration: null, elapsed_duration: 0 }],
  ['running', LOG, { duration: 300, ended_at: date(300) }, { duration: null, ended_at: null }]
])('changing the duration of a log that is %s', { tags: 'D-51' }, (_, log, shorter, none) => {
  expect(change(log, { duration: 300 })).toEqual({ ...log, ...shorter })
  expect(change(log, { duration: null })).toEqual({ ...log, ...none })
})

test('sending back the shown duration keeps the times of a log that was done early', { tags: 'D-51' }, () => {
  const early = moved(completeLog, 100)
  expect(change(early, { duration: 100, amount: 3 })).toEqual({ ...early, duration: 100, amount: 3 })
})

test('a new status follows the rule of its command and keeps the other changes', { tags: 'D-51' }, () => {
  expect(change(LOG, { status: LogStatus.Paused, amount: 7 })).toMatchObject({
    status: LogStatus.Paused,
    amount: 7,
    elapsed_duration: 200
  })
  expect(change(LOG, { status: LogStatus.Active })).toEqual(LOG)
})

test('a new status is refused when its command is refused', { tags: ['LOG-16', 'D-51'] }, () => {
  expect(changeLog(moved(completeLog, 100), { status: LogStatus.Active, amount: 7 }, at(200)).ok).toBe(false)
  expect(changeLog(moved(stopLog, 100), { status: LogStatus.Done }, at(200)).ok).toBe(false)
})

const DONE = moved(completeLog, 100)

test('a new start and end set the duration of a done log', { tags: 'D-51' }, () => {
  const times = { started_at: date(-500), ended_at: date(-200) }
  expect(change(DONE, times)).toEqual({ ...DONE, ...times, duration: 300, elapsed_duration: 300 })
  const moment = { started_at: date(-500), ended_at: date(-500) }
  expect(change(DONE, moment)).toEqual({ ...DONE, ...moment, duration: null, elapsed_duration: 0 })
  expect(change(DONE, { ...times, duration: 300 })).toMatchObject({ duration: 300 })
})

test.each([
  ['ended_at', { started_at: date(-500) }],
  ['started_at', { ended_at: date(-500) }],
  ['ended_at', { started_at: date(-200), ended_at: date(-500) }],
  ['ended_at', { started_at: date(-200), ended_at: date(201) }],
  ['ended_at', { started_at: date(-2_592_101), ended_at: date(0) }],
  ['duration', { started_at: date(-500), ended_at: date(-200), duration: 299 }]
])('impossible times are refused with the field %s', (field, sent) => {
  expect(changeLog(DONE, sent, at(200))).toMatchObject({ refusal: { fields: { [field]: expect.any(String) } } })
})

test('the times of a running timer cannot be changed', () => {
  const outcome = changeLog(LOG, { started_at: date(-500), ended_at: date(-200) }, at(200))
  expect(outcome).toMatchObject({ refusal: { fields: { started_at: expect.any(String) } } })
})

const NOTHING = { amount: null, distance: null, duration: 0, title: ' ', content: '' }
test.each([
  [{ amount: 3 }, NOTHING, false],
  [{ content: 'rain' }, NOTHING, false],
  [{ amount: 3 }, { ...NOTHING, amount: 0 }, true],
  [{ amount: 3 }, { ...NOTHING, title: 'rain' }, true],
  [{ duration: 60 }, { ...NOTHING, duration: 30 }, true],
  // A log may already be empty, for example one started on a goal without a duration.
  [NOTHING, NOTHING, true]
])('a log with %j may become %j: %s', { tags: 'LOG-28' }, (before, after, may) => {
  expect(keepsContent({ ...NOTHING, ...before }, after).ok).toBe(may)
})
