import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  advanceLog,
  checkTimes,
  completeLog,
  contribution,
  createLateLog,
  createLog,
  dueAt,
  elapsed,
  type LogState,
  LogStatus,
  pauseLog,
  remaining,
  resetLog,
  runningSeconds,
  startLog,
  stopLog
} from './log.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const { Active, Done, Paused, Stopped } = LogStatus

function made(status: LogStatus, duration: number | null = 600, amount: number | null = 1): LogState {
  return createLog({ status, duration, amount, distance: null }, T0)
}

const fresh = made(Paused)
const active = made(Active)
const done = made(Done)
const paused = value(pauseLog(active, T0 + 100_000))
const stopped = value(stopLog(active, T0 + 100_000))
const reset = resetLog(stopped)

function value<T>(outcome: { ok: true; value: T } | { ok: false }): T {
  if (!outcome.ok) throw new Error('the rule refused')
  return outcome.value
}

/** Returns the progress that a log gives its goal at `now`: its contribution and the seconds of its current run. */
const counted = (log: LogState, now: number) => {
  const { duration, ...rest } = contribution(log)
  return { ...rest, duration: duration + runningSeconds(log, now) }
}

const COMMANDS = { start: startLog, pause: pauseLog, stop: stopLog, complete: completeLog }

describe('transitions', { tags: 'LOG-12..LOG-24' }, () => {
  const later = T0 + 200_000
  test.each([
    ['todo', fresh, { start: Active, pause: null, stop: null, complete: Done }],
    ['active', active, { start: null, pause: Paused, stop: Stopped, complete: Done }],
    ['paused', paused, { start: Active, pause: null, stop: Stopped, complete: Done }],
    ['done', done, { start: null, pause: null, stop: null, complete: Done }],
    ['stopped', stopped, { start: null, pause: null, stop: null, complete: null }],
    ['reset', reset, { start: Active, pause: null, stop: null, complete: Done }]
  ] as const)('from %s', { tags: 'LOG-12' }, (_, log, expected) => {
    for (const [name, command] of Object.entries(COMMANDS)) {
      const outcome = command(log, later)
      expect([name, outcome.ok ? outcome.value.status : null]).toEqual([name, expected[name as keyof typeof COMMANDS]])
      if (!outcome.ok) expect(outcome.refusal.kind).toBe('conflict')
    }
  })

  test('completing a running log stops the timer, and nothing remains', { tags: ['LOG-15', 'LOG-16'] }, () => {
    const log = value(completeLog(active, T0 + 100_000))
    expect(elapsed(log, T0 + 900_000)).toBe(100)
    expect(remaining(log, T0 + 900_000)).toBe(0)
    expect(log.ended_at).toBe(new Date(T0 + 100_000).toISOString())
  })

  test('stop records the paused time and keeps the result', { tags: 'LOG-18' }, () => {
    expect(stopped).toMatchObject({ status: 4, paused_at: new Date(T0 + 100_000).toISOString(), elapsed_duration: 100 })
    expect(contribution(stopped)).toMatchObject({ amount: 1 })
  })

  test('reset clears the times and the contribution', { tags: ['LOG-19', 'LOG-20'] }, () => {
    expect(reset).toMatchObject({ status: 4, started_at: null, ended_at: null, paused_at: null })
    expect(contribution(reset)).toEqual({ amount: 0, distance: 0, duration: 0 })
    expect(remaining(reset, T0)).toBe(600)
  })

  test('no time passes while paused, and resuming continues', { tags: 'LOG-13' }, () => {
    expect(elapsed(paused, T0 + 5_000_000)).toBe(100)
    const resumed = value(startLog(paused, T0 + 400_000))
    expect(elapsed(resumed, T0 + 450_000)).toBe(150)
    expect(resumed.ended_at).toBe(new Date(T0 + 900_000).toISOString())
  })
})

describe('progress', { tags: 'D-52' }, () => {
  test('a log without duration counts its amount at once and adds no time', { tags: 'D-52' }, () => {
    const log = made(Active, null, 2)
    expect(counted(log, T0 + 60_000)).toEqual({ amount: 2, distance: 0, duration: 0 })
    expect(dueAt(log)).toBeNull()
    expect(remaining(log, T0)).toBeNull()
  })

  test('the time of a running timer counts as it passes', { tags: 'D-52' }, () => {
    expect(counted(active, T0 + 61_500)).toEqual({ amount: 1, distance: 0, duration: 61 })
    expect(contribution(active).duration).toBe(0)
  })

  test('a log made as done counts its whole duration', { tags: 'D-52' }, () => {
    expect(counted(done, T0)).toEqual({ amount: 1, distance: 0, duration: 600 })
  })

  test('a log that was not started counts nothing', { tags: 'D-52' }, () => {
    expect(counted(fresh, T0 + 1000)).toEqual({ amount: 0, distance: 0, duration: 0 })
  })

  test('advanceLog completes a timer at its end, however late it is called', { tags: 'D-52' }, () => {
    expect(advanceLog(active, T0 + 599_999)).toBe(active)
    const over = advanceLog(active, T0 + 9_000_000)
    expect(over).toMatchObject({ status: 2, elapsed_duration: 600, ended_at: new Date(T0 + 600_000).toISOString() })
    expect(advanceLog(over, T0 + 9_900_000)).toBe(over)
  })
})

test('checkTimes refuses a start in the future and an end before the start', { tags: 'D-100' }, () => {
  const at = (s: number) => new Date(T0 + s * 1000).toISOString()
  expect(checkTimes({ started_at: at(61) }, T0)).toHaveProperty('started_at')
  expect(checkTimes({ started_at: at(60) }, T0)).toEqual({})
  expect(checkTimes({ started_at: at(-10), ended_at: at(-11) }, T0)).toHaveProperty('ended_at')
  expect(checkTimes({ started_at: at(-10), ended_at: at(-10) }, T0)).toEqual({})
})

const command = fc.record({
  name: fc.constantFrom('start', 'pause', 'stop', 'complete', 'reset', 'look'),
  wait: fc.nat(400_000)
})

test('after any commands, time is never negative, above the plan, or running while paused', { tags: 'LOG-12' }, () => {
  fc.assert(
    fc.property(
      fc.array(command, { maxLength: 30 }),
      fc.constantFrom(null, 0, 1, 600, 86_400),
      (commands, duration) => {
        let log = made(Paused, duration)
        let now = T0
        for (const { name, wait } of commands) {
          const before = elapsed(log, now)
          const ran = log.status === Active
          now += wait
          const grown = elapsed(log, now) - before
          expect(grown).toBeGreaterThanOrEqual(0)
          expect(grown).toBeLessThanOrEqual(ran ? Math.ceil(wait / 1000) : 0)
          const unchanged = counted(log, now).duration
          if (name === 'reset') log = resetLog(log)
          else if (name === 'look') log = advanceLog(log, now)
          else {
            const outcome = COMMANDS[name as keyof typeof COMMANDS](log, now)
            if (outcome.ok) log = outcome.value
          }
          if (name !== 'reset') expect(counted(log, now).duration).toBe(unchanged)
          const spent = elapsed(log, now)
          expect(spent).toBeGreaterThanOrEqual(0)
          expect(spent).toBeLessThanOrEqual(duration ?? 0)
          expect(remaining(log, now) ?? 0).toBeGreaterThanOrEqual(0)
          expect(contribution(log).duration + runningSeconds(log, now)).toBe(spent)
        }
      }
    ),
    { seed: 20, numRuns: 300 }
  )
})

test('pauses delay the end of the timer by exactly their length', { tags: 'LOG-12' }, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(50_000), fc.nat(90_000)), { maxLength: 10 }), pauses => {
      let log = active
      let now = T0
      let stoodStill = 0
      for (const [run, stand] of pauses) {
        log = value(pauseLog(log, now + run))
        log = value(startLog(log, now + run + stand))
        now += run + stand
        stoodStill += stand
      }
      expect(dueAt(log)).toBe(T0 + 600_000 + stoodStill)
    }),
    { seed: 21, numRuns: 200 }
  )
})

const LATE = { status: LogStatus.Active, duration: 600, amount: 1, distance: null }

test.each([
  ['still runs', 0, 120, null, [LogStatus.Active, 0]],
  ['has run out', 0, 700, null, [LogStatus.Done, 600]],
  ['ran until its session ended', 0, 700, 60, [LogStatus.Stopped, 60]],
  ['ran out before its session ended', 0, 7000, 650, [LogStatus.Done, 600]],
  ['ran out as its session ended', 0, 7000, 600, [LogStatus.Done, 600]],
  ['was started after the end of the session', 100, 120, 60, [LogStatus.Active, 0]],
  ['was started at the end of the session', 60, 120, 60, [LogStatus.Active, 0]]
] as const)('a timer that arrives late: %s', { tags: ['LOG-28', 'D-86'] }, (_, madeAt, now, end, expected) => {
  const log = createLateLog(LATE, madeAt * 1000, now * 1000, end === null ? null : end * 1000)
  expect([log.status, log.elapsed_duration]).toEqual(expected)
  expect(log.started_at).toBe(new Date(madeAt * 1000).toISOString())
})

test('a late log without a timer counts from when it was made', {
  tags: 'LOG-28'
}, () => {
  for (const end of [null, 60_000]) {
    const log = createLateLog({ ...LATE, duration: null }, 10_000, 90_000, end)
    expect([log.status, log.started_at, log.elapsed_duration]).toEqual([1, new Date(10_000).toISOString(), 0])
  }
})

test('a late log made as done ends when it was made', { tags: 'D-52' }, () => {
  const log = createLateLog({ ...LATE, status: LogStatus.Done }, 700_000, 900_000, 800_000)
  expect([log.status, log.elapsed_duration, log.started_at]).toEqual([2, 600, new Date(100_000).toISOString()])
})

test('a log that arrives at once is the same as a new log', { tags: 'LOG-28' }, () => {
  for (const status of [1, 2, 3, 4] as const) {
    const sent = { ...LATE, status }
    expect(createLateLog(sent, 5000, 5000, null)).toEqual(createLog(sent, 5000))
  }
})
