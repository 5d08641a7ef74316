import { expect, test } from 'vitest'
import { completeLog, createLog, type LogState, LogStatus, pauseLog, stopLog } from './log.ts'
import { changeLog, keepsSaying, type LogChange } from './log-change.ts'

const START = Date.parse('2026-03-01T10:00:00Z')
const at = (seconds: number): number => START + seconds * 1000
const date = (seconds: number): string => new Date(at(seconds)).toISOString()
const LOG: LogState = createLog({ status: LogStatus.Active, duration: 600, amount: 2, distance: 1 }, START)

function moved(rule: (log: LogState, now: number) => ReturnType<typeof completeLog>, seconds: number): LogState {
  const outcome = rule(LOG, at(seconds))
  if (!outcome.ok) throw new Error('refused')
  return outcome.value
}
const change = (log: LogState, sent: LogChange): LogState => {
  const outcome = changeLog(log, sent, at(200))
  if (!outcome.ok) throw new Error('refused')
  return outcome.value
}

test('what is not sent stays, and null takes a value away', { tags: 'D-51' }, () => {
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
])('another duration of a log that is %s', { tags: 'D-51' }, (_, log, shorter, none) => {
  expect(change(log, { duration: 300 })).toEqual({ ...log, ...shorter })
  expect(change(log, { duration: null })).toEqual({ ...log, ...none })
})

test('a log that was done early keeps its times when the duration that it shows is sent back', { tags: 'D-51' }, () => {
  const early = moved(completeLog, 100)
  expect(change(early, { duration: 100, amount: 3 })).toEqual({ ...early, duration: 100, amount: 3 })
})

test('another status is reached by its rule, with what was sent', { tags: 'D-51' }, () => {
  expect(change(LOG, { status: LogStatus.Paused, amount: 7 })).toMatchObject({
    status: LogStatus.Paused,
    amount: 7,
    elapsed_duration: 200
  })
  expect(change(LOG, { status: LogStatus.Active })).toEqual(LOG)
})

test('what its rule refuses is refused', { tags: ['LOG-16', 'D-51'] }, () => {
  expect(changeLog(moved(completeLog, 100), { status: LogStatus.Active, amount: 7 }, at(200)).ok).toBe(false)
  expect(changeLog(moved(stopLog, 100), { status: LogStatus.Done }, at(200)).ok).toBe(false)
})

const DONE = moved(completeLog, 100)

test('what lies between another start and end is the time of a log that is done', { tags: 'D-51' }, () => {
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
])('times that cannot be are refused by %s', (field, sent) => {
  expect(changeLog(DONE, sent, at(200))).toMatchObject({ refusal: { fields: { [field]: expect.any(String) } } })
})

test('the times of a timer that runs are not changed', () => {
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
  // Nothing can be taken from a log that says nothing, such as one that a goal without a duration started.
  [NOTHING, NOTHING, true]
])('a log that says %j may become %j: %s', { tags: 'LOG-28' }, (before, after, may) => {
  expect(keepsSaying({ ...NOTHING, ...before }, after).ok).toBe(may)
})
