/** Drafting logs: refusals in their order, where a log counts, its time, and its charge. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UTC } from '../lib/day.ts'
import { MOST_OPEN_TIMERS, MOST_TOTALS } from '../lib/limits.ts'
import { type DraftedLog, draftLog, type Logging, type OwnGoal, type OwnTimer, type Task, type Wish } from './draft.ts'
import { createLog, LogStatus } from './log.ts'
import { type Room, totalKey } from './logging.ts'

const START = Date.UTC(2026, 0, 2, 12)
const MINUTE = 60_000
const NOW = START + 10 * MINUTE
const END = START + 5 * MINUTE

const BUTTON = { title: 'Glass', content: 'Still', amount: 1, distance: null, duration: null, status: 1 } as const
const GOAL: OwnGoal = {
  ...{ id: 3, unit: 'glasses', action: 'Drink', isOpen: true, session_id: 7 },
  quick_log_buttons: [{ uuid: 'mine', ...BUTTON }]
}
const TASK: Task = { uuid: 'water', unit: 'cups', action: 'Sip', quick_log_buttons: [{ uuid: 'ours', ...BUTTON }] }
const RUNNING: Room = { id: 7, startedAt: START, endedAt: null }
const WAITING: Room = { id: 7, startedAt: null, endedAt: null }
const ENDED: Room = { id: 7, startedAt: START, endedAt: END }
const RICH = { monthly: 2, free: 5, purchased: 0, plan: 'goals_sub', isFree: false } as const
const POOR = { monthly: 0, free: 0, purchased: 0, plan: null, isFree: false } as const

const KNOWN = {
  member: { joinedAt: START },
  timers: [] as OwnTimer[],
  totals: new Set<string>(),
  purse: RICH,
  now: NOW,
  calendar: UTC
}

type OnGoal = Exclude<Logging<OwnTimer>, { place: 'room' }>
type InRoom = Extract<Logging<OwnTimer>, { place: 'room' }>

function alone(more: Partial<OnGoal> = {}): OnGoal {
  return { ...KNOWN, place: 'alone', goal: GOAL, room: null, taskUuid: null, ...more }
}

function attached(more: Partial<OnGoal> = {}): OnGoal {
  return { ...KNOWN, place: 'attached', goal: GOAL, room: RUNNING, taskUuid: null, ...more }
}

function inRoom(more: Partial<InRoom> = {}): InRoom {
  return { ...KNOWN, place: 'room', goal: null, room: RUNNING, taskUuid: 'water', task: TASK, ...more }
}

function wish(fields: Wish['fields'] = { amount: 1 }, more: Partial<Wish> = {}): Wish {
  return { fields, doneAt: NOW, ...more }
}

function timer(more: Partial<OwnTimer> = {}): OwnTimer {
  return {
    ...createLog({ status: LogStatus.Active, duration: 1800, amount: null, distance: null }, START),
    ...{ action: 'Drink', title: '', content: '', ql_button_uuid: null },
    ...{ goal_id: 3, session_id: null, task_uuid: null },
    ...more
  }
}

/** The message of a refusal, by which people know it. */
function refusalOf(state: Logging<OwnTimer>, made: Wish): string | undefined {
  const outcome = draftLog(state, made)
  if (outcome.ok) return undefined
  return 'message' in outcome.refusal ? outcome.refusal.message : outcome.refusal.kind
}

function logOf(state: Logging<OwnTimer>, made: Wish = wish()): DraftedLog {
  const outcome = draftLog(state, made)
  if (!outcome.ok || outcome.value.running) throw new Error('no log was drafted')
  return outcome.value.log
}

function runningOf(state: Logging<OwnTimer>, made: Wish): OwnTimer | null {
  const outcome = draftLog(state, made)
  if (!outcome.ok) throw new Error('the log was refused')
  return outcome.value.running
}

describe('refusals', () => {
  const noButton = wish({ ql_button_uuid: 'gone' })
  const future = wish({ amount: 1, day: '2026-01-03' })
  const full = new Set(Array.from({ length: MOST_TOTALS }, (_, index) => totalKey(null, `action ${index}`)))
  const bad = { day: '2026-01-03' as const }
  /** Each state and wish breaks its own rule and all later ones. */
  const cases: [string, Logging<OwnTimer>, Wish, RegExp][] = [
    ['goal that is completed', alone({ goal: { ...GOAL, isOpen: false }, purse: POOR }), noButton, /is completed/],
    ['button that is missing', alone({ purse: POOR }), wish({ ql_button_uuid: 'gone', ...bad }), /no such button/],
    ['day in the future', alone({ purse: POOR }), future, /in the future/],
    ['empty balance', alone({ purse: POOR }), wish(), /run out of tokens/],
    [
      'completed goal in a session',
      attached({ goal: { ...GOAL, isOpen: false }, room: WAITING }),
      noButton,
      /is completed/
    ],
    ['button before the start', attached({ room: WAITING, purse: POOR }), noButton, /no such button/],
    ['session before its start', attached({ room: WAITING, purse: POOR }), future, /in progress/],
    ['day in a session', attached({ totals: full, purse: POOR }), future, /in the future/],
    ['limit of a session', attached({ totals: full, purse: POOR }), wish(), /actions in this session/],
    ['visitor', inRoom({ member: null, room: WAITING, task: null, purse: POOR }), noButton, /join the challenge/],
    ['member before the start', inRoom({ room: WAITING, task: null, purse: POOR }), noButton, /in progress/],
    ['unknown goal', inRoom({ task: null, purse: POOR }), noButton, /isn’t part of the session/],
    ['unknown button', inRoom({ purse: POOR }), wish({ ql_button_uuid: 'gone', ...bad }), /no such button/],
    ['wrong day', inRoom({ totals: full, purse: POOR }), future, /in the future/],
    ['full session', inRoom({ totals: full, purse: POOR }), wish(), /actions in this session/],
    ['empty balance of a member', inRoom({ purse: POOR }), wish(), /run out of tokens/]
  ]

  test.each(cases)(
    'the first broken rule decides: %s',
    { tags: ['D-50', 'D-86', 'D-98', 'LOG-28'] },
    (_, state, made, message) => {
      expect(refusalOf(state, made)).toMatch(message)
    }
  )

  test('a timer cannot be dated to an earlier day', () => {
    expect(refusalOf(alone(), wish({ duration: 60, day: '2026-01-01' }))).toMatch(/starts today/)
    expect(logOf(alone(), wish({ duration: 60, status: 2, day: '2026-01-01' })).day).toBe('2026-01-01')
  })

  test('a timer that runs already is returned without uses, at the limit of timers', { tags: 'D-52' }, () => {
    const many = Array.from({ length: MOST_OPEN_TIMERS }, (_, index) =>
      timer({ session_id: 7, task_uuid: 'water', goal_id: null, action: `action ${index}` })
    )
    const state = inRoom({ timers: many, purse: POOR })
    expect(runningOf(state, wish({ duration: 1800, action: 'action 5' }))).toBe(many[5])
    expect(refusalOf(state, wish({ duration: 1800, action: 'another' }))).toMatch(/timers in this session/)
    expect(refusalOf({ ...state, purse: RICH }, wish())).toBeUndefined()
  })

  test('the limits of a session do not bind a log that counts only for its person', () => {
    const state = attached({ totals: full, goal: { ...GOAL, session_id: null } })
    expect(logOf(state).session_id).toBeNull()
  })
})

describe('where a log counts', () => {
  const COPY = { goal: GOAL, taskUuid: 'water' }
  const nowhere = { goal_id: 3, session_id: null, task_uuid: null, is_private: false }
  const seen = { goal_id: 3, session_id: 7, task_uuid: null, is_private: false }
  const onBoth = { goal_id: 3, session_id: 7, task_uuid: 'water', is_private: false }
  const hidden = { ...onBoth, is_private: true }
  const onTask = { ...onBoth, goal_id: null }
  const freed = { ...GOAL, session_id: null }
  const late = wish({ amount: 1 }, { doneAt: END - 1 })

  const cases: [string, Logging<OwnTimer>, Wish, object][] = [
    ['a goal without a session', alone(), wish(), nowhere],
    ['an attached goal on its own page', alone({ room: RUNNING }), wish(), nowhere],
    ['an attached copy on its own page', alone({ ...COPY, room: RUNNING }), wish(), hidden],
    ['a detached copy on its own page', alone({ ...COPY, goal: freed, room: RUNNING }), wish(), nowhere],
    ['a copy before the start', alone({ ...COPY, room: WAITING }), wish(), nowhere],
    ['a copy after the end', alone({ ...COPY, goal: freed, room: ENDED }), wish(), nowhere],
    ['a copy, pressed before the end', alone({ ...COPY, goal: freed, room: ENDED }), late, hidden],
    ['a copy of a person who left', alone({ ...COPY, room: RUNNING, member: null }), wish(), nowhere],
    [
      'a copy, for a day before the session',
      alone({ ...COPY, room: RUNNING }),
      wish({ amount: 1, day: '2026-01-01' }),
      nowhere
    ],
    [
      'a copy, for the day of the start',
      alone({ ...COPY, room: RUNNING }),
      wish({ amount: 1, day: '2026-01-02' }),
      hidden
    ],
    ['an attached goal in its session', attached(), wish(), seen],
    ['an attached copy in its session', attached(COPY), wish(), onBoth],
    ['a goal attached elsewhere', attached({ goal: { ...GOAL, session_id: 8 } }), wish(), nowhere],
    ['an attached goal of a person who left', attached({ member: null }), wish(), nowhere],
    ['an attached goal after the end', attached({ goal: freed, room: ENDED }), wish(), nowhere],
    ['an attached goal, pressed before the end', attached({ goal: freed, room: ENDED }), late, seen],
    ['an attached goal without its session', attached({ room: null }), wish(), nowhere],
    ['a goal of the plan', inRoom(), wish(), onTask],
    ['a goal of the plan with an attached copy', inRoom({ goal: GOAL }), wish(), onBoth],
    ['a goal of the plan with a detached copy', inRoom({ goal: freed }), wish(), onTask],
    ['a goal of the plan with a completed copy', inRoom({ goal: { ...GOAL, isOpen: false } }), wish(), onTask],
    ['a goal of the plan after the end', inRoom({ goal: freed, room: ENDED }), wish(), onTask],
    ['a goal of the plan, pressed before the end', inRoom({ goal: freed, room: ENDED }), late, onBoth],
    ['a free log', inRoom({ taskUuid: null, task: null }), wish(), { ...onTask, task_uuid: null }]
  ]

  test.each(cases)('%s', { tags: ['D-86', 'D-138', 'LOG-30', 'LOG-31'] }, (_, state, made, counted) => {
    expect(logOf(state, made)).toMatchObject(counted)
  })

  test.each([
    ['its goal alone', alone(), 'glasses', 'Drink'],
    ['its copy', inRoom({ goal: GOAL }), 'glasses', 'Sip'],
    ['the goal of the plan', inRoom(), 'cups', 'Sip'],
    ['the goal of the plan and a detached copy', inRoom({ goal: freed }), 'cups', 'Sip'],
    ['nothing', inRoom({ taskUuid: null, task: null }), '', '']
  ] as [string, Logging<OwnTimer>, string, string][])(
    'a log has the unit and action of %s',
    (_, state, unit, action) => {
      expect(logOf(state)).toMatchObject({ unit, action })
      expect(logOf(state, wish({ amount: 1, action: 'Gulp' }))).toMatchObject({ unit, action: 'Gulp' })
    }
  )
})

describe('the fields of a log', () => {
  test('come from the button when only a button is named', { tags: 'SES-132' }, () => {
    const pressed = { amount: 1, title: 'Glass', content: 'Still', duration: null, distance: null }
    expect(logOf(alone(), wish({ ql_button_uuid: 'mine' }))).toMatchObject({ ...pressed, ql_button_uuid: 'mine' })
    expect(logOf(inRoom(), wish({ ql_button_uuid: 'ours' }))).toMatchObject({ ...pressed, ql_button_uuid: 'ours' })
    expect(refusalOf(inRoom({ goal: GOAL }), wish({ ql_button_uuid: 'mine' }))).toMatch(/no such button/)
  })

  test('keep what the person sent, with empty texts and no duration of 0', () => {
    const log = logOf(alone(), wish({ amount: 2, duration: 0, title: null }))
    expect(log).toMatchObject({ amount: 2, distance: null, duration: null, title: '', content: '', status: 1 })
    expect(log.ql_button_uuid).toBeNull()
  })
})

describe('the time of a log', () => {
  test.each([
    ['after the start', START + MINUTE, START + MINUTE],
    ['before the start', START - MINUTE, START],
    ['in the moment of the start', START, START]
  ])('in a session, pressed %s', { tags: 'D-86' }, (_, doneAt, madeAt) => {
    expect(logOf(inRoom(), wish({ amount: 1 }, { doneAt })).madeAt).toBe(madeAt)
    expect(logOf(alone(), wish({ amount: 1 }, { doneAt })).madeAt).toBe(doneAt)
  })

  test('is at the earliest when its author joined', { tags: 'D-86' }, () => {
    const state = inRoom({ member: { joinedAt: START + 2 * MINUTE } })
    expect(logOf(state, wish({ amount: 1 }, { doneAt: START })).madeAt).toBe(START + 2 * MINUTE)
  })

  test('decides its day by the calendar of the person', { tags: 'LOG-28' }, () => {
    const calendar = { time_zone: 'Pacific/Auckland', day_start: 0 }
    expect([logOf(alone()).day, logOf(alone({ calendar })).day]).toEqual(['2026-01-02', '2026-01-03'])
  })

  test('a timer that arrives late has run since, until the session ended', { tags: ['D-52', 'D-86'] }, () => {
    const made = wish({ duration: 1800 }, { doneAt: START })
    const ran = (state: Logging<OwnTimer>) => {
      const { status, elapsed_duration, session_id } = logOf(state, made)
      return { status, elapsed_duration, session_id }
    }
    expect(ran(inRoom())).toEqual({ status: 1, elapsed_duration: 0, session_id: 7 })
    expect(ran(inRoom({ room: ENDED }))).toEqual({ status: 4, elapsed_duration: 300, session_id: 7 })
    expect(ran(attached({ room: ENDED }))).toEqual({ status: 4, elapsed_duration: 300, session_id: 7 })
    expect(ran(alone({ room: ENDED }))).toEqual({ status: 1, elapsed_duration: 0, session_id: null })
  })

  test('a timer that was started after the end runs', { tags: 'D-86' }, () => {
    const outcome = draftLog(inRoom({ room: ENDED }), wish({ duration: 1800 }))
    expect(outcome).toMatchObject({ value: { startsTimer: true, log: { status: 1 } } })
  })

  test.each([
    ['an amount', { amount: 1 }, false],
    ['a timer', { duration: 60 }, true],
    ['a time that is done', { duration: 60, status: 2 }, false],
    ['a timer that waits', { duration: 60, status: 3 }, true]
  ] as [string, Wish['fields'], boolean][])('%s starts a timer: %s', { tags: 'D-52' }, (_, fields, startsTimer) => {
    for (const state of [alone(), attached(), inRoom()]) {
      expect(draftLog(state, wish(fields))).toMatchObject({ value: { startsTimer } })
    }
  })

  test('a timer that ended before it arrived starts nothing', { tags: 'D-52' }, () => {
    const outcome = draftLog(alone(), wish({ duration: 60 }, { doneAt: START }))
    expect(outcome).toMatchObject({ value: { startsTimer: false, log: { status: 2, elapsed_duration: 60 } } })
  })
})

describe('a timer that runs already', { tags: ['D-52', 'TMR-19'] }, () => {
  const again = wish({ duration: 1800 })

  test.each([
    ['the same timer', timer(), true],
    ['the same timer in a session', timer({ session_id: 7 }), true],
    ['a timer of another goal', timer({ goal_id: 4, session_id: 7 }), false],
    ['a timer of another length', timer({ duration: 600 }), false],
    ['a timer of another action', timer({ action: 'Swim' }), false],
    ['a timer that ran out', timer({ started_at: new Date(START - 3_600_000).toISOString() }), false]
  ])('is found on a goal: %s', (_, open, isFound) => {
    for (const state of [alone({ timers: [open] }), attached({ timers: [open] })]) {
      expect(runningOf(state, again)).toBe(isFound ? open : null)
    }
  })

  const ours = { session_id: 7, task_uuid: 'water', goal_id: null, action: 'Sip' }
  test.each([
    ['the same timer', timer(ours), true],
    ['the same timer of the copy', timer({ ...ours, goal_id: 3 }), true],
    ['a timer of another goal of the plan', timer({ ...ours, task_uuid: 'tea' }), false],
    ['a free timer', timer({ ...ours, task_uuid: null }), false],
    ['a timer in another session', timer({ ...ours, session_id: 8 }), false]
  ])('is found in a session: %s', (_, open, isFound) => {
    expect(runningOf(inRoom({ timers: [open] }), again)).toBe(isFound ? open : null)
  })

  test('on an attached goal is not a free timer of the session', () => {
    const free = inRoom({ taskUuid: null, task: null })
    const named = wish({ duration: 1800, action: 'Sip' })
    const [onGoal, freely] = [timer({ ...ours, task_uuid: null, goal_id: 3 }), timer({ ...ours, task_uuid: null })]
    expect(runningOf({ ...free, timers: [onGoal] }, named)).toBeNull()
    expect(runningOf({ ...free, timers: [onGoal, freely] }, named)).toBe(freely)
  })

  test('is returned by every start of the goal, unless a button started it', () => {
    const start = wish({ duration: 60, action: 'Other' }, { isStart: true })
    const [own, pressed] = [timer(ours), timer({ ...ours, ql_button_uuid: 'ours' })]
    expect(runningOf(inRoom({ timers: [pressed, own] }), start)).toBe(own)
    expect(runningOf(inRoom({ timers: [pressed] }), start)).toBeNull()
  })

  test('is not returned for a log without a timer', () => {
    const state = inRoom({ timers: [timer(ours)] })
    expect(runningOf(state, wish())).toBeNull()
    expect(runningOf(state, wish({ duration: 1800, status: 2 }))).toBeNull()
  })
})

describe('the charge', () => {
  test('a log in a session is paid like any other, even from Goal Basics', { tags: ['D-03', 'D-05'] }, () => {
    for (const state of [alone(), attached(), inRoom()]) {
      const outcome = draftLog(state, wish())
      expect(outcome).toMatchObject({ value: { use: { bucket: 'monthly', left: 6, purse: { monthly: 1, free: 5 } } } })
    }
  })

  test('is free when every use is free', { tags: 'D-147' }, () => {
    const outcome = draftLog(alone({ purse: { ...POOR, isFree: true } }), wish())
    expect(outcome).toMatchObject({ value: { use: { bucket: null, left: 1000 } } })
  })

  test('takes one use from one bucket, until none is left', { tags: 'D-03' }, () => {
    const amount = fc.nat(3)
    fc.assert(
      fc.property(amount, amount, amount, (monthly, free, purchased) => {
        let purse: Logging<OwnTimer>['purse'] = { ...RICH, monthly, free, purchased }
        for (let left = monthly + free + purchased; left > 0; left--) {
          const outcome = draftLog(alone({ purse }), wish())
          if (!outcome.ok || outcome.value.running) throw new Error('the log was not drafted')
          expect(outcome.value.use.left).toBe(left - 1)
          purse = outcome.value.use.purse
          expect([purse.monthly, purse.free, purse.purchased].every(uses => uses >= 0)).toBe(true)
        }
        expect(refusalOf(alone({ purse }), wish())).toMatch(/outgrown/)
      }),
      { seed: 131, numRuns: 60 }
    )
  })
})

test('a private log counts in a session, and only a log on a personal goal is private', { tags: 'D-138' }, () => {
  const goals = fc.record({ isOpen: fc.constant(true), session_id: fc.constantFrom(null, 7, 8) })
  const rooms = fc.constantFrom(null, WAITING, RUNNING, ENDED)
  const times = fc.integer({ min: START - MINUTE, max: NOW })
  fc.assert(
    fc.property(fc.boolean(), goals, rooms, times, fc.boolean(), (isAlone, goal, room, doneAt, isIn) => {
      const more = { goal: { ...GOAL, ...goal }, room, taskUuid: 'water', member: isIn ? KNOWN.member : null }
      const outcome = draftLog(isAlone ? alone(more) : attached(more), wish({ amount: 1 }, { doneAt }))
      if (!outcome.ok) {
        expect([isAlone, room, outcome.refusal.kind]).toEqual([false, WAITING, 'conflict'])
        return
      }
      if (outcome.value.running) throw new Error('no timer runs')
      const { log } = outcome.value
      expect(log.goal_id).toBe(GOAL.id)
      expect(log.is_private).toBe(isAlone && log.session_id !== null)
      expect(log.task_uuid).toBe(log.session_id === null ? null : 'water')
    }),
    { seed: 34, numRuns: 300 }
  )
})
