import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  autoStartProblem,
  checkAlerts,
  checkParts,
  checkPlan,
  NO_SESSION_START,
  PARTS_OVERLAP,
  ZERO_DURATION
} from './parts-check.ts'
import { plan as planShape } from './plan.ts'

const START = '2026-01-01T12:00:00.000Z'
const at = (seconds: number) => new Date(Date.parse(START) + seconds * 1000).toISOString()
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function plan(group: object, parts: object[], tasks: object[] = []) {
  const numbered = parts.map((part, index) => ({ uuid: id(10 + index), duration: 60, ...part }))
  return z.parse(planShape, {
    parts: [{ uuid: id(1), linked: 0, ...group, parts: numbered }],
    tasks: [{ uuid: id(2), parts: tasks }]
  } as z.input<typeof planShape>)
}
const dated = (seconds: number, rest: object = {}) => ({ relative_dates: 0, started_at: at(seconds), ...rest })
const PATH = 'parts.0.parts'
const tooEarly = (n: number) => `The start date of timer #${n} must not occur before the previous timer's end date.`

describe('parts check', () => {
  test.each([
    ['zero duration and no dates is valid', [{ duration: 0 }], START, {}],
    ['zero duration with a date', [dated(0, { duration: 0 })], START, { [`${PATH}.0.duration`]: ZERO_DURATION }],
    [
      'a start before the session',
      [dated(-1)],
      START,
      { [`${PATH}.0.started_at`]: "The start date of timer #1 must occur after the challenge's start date." }
    ],
    ['a start with the session', [dated(0)], START, {}],
    ['a date without a session start', [dated(0)], null, { [`${PATH}.0.started_at`]: NO_SESSION_START }],
    ['an overlap', [dated(0), dated(59)], START, { [`${PATH}.1.started_at`]: tooEarly(2) }],
    ['parts that touch', [dated(0), dated(60)], START, {}],
    ['an overlap past a relative part', [dated(0), {}, dated(119)], START, { [`${PATH}.2.started_at`]: tooEarly(3) }],
    [
      'an overlap past a relative part and its gap',
      [dated(0), { time_from: 30 }, dated(149)],
      START,
      { [`${PATH}.2.started_at`]: tooEarly(3) }
    ],
    ['a date where a relative part and its gap end', [dated(0), { time_from: 30 }, dated(150)], START, {}],
    [
      'a date during the turns of a part',
      [dated(0, { per_participant: 1, sets: 2 }), dated(119)],
      START,
      { [`${PATH}.1.started_at`]: tooEarly(2) }
    ],
    ['a part moved by a running session is no overlap', [dated(0, { pinned: 1 }), {}, dated(1)], START, {}],
    [
      'a date after a part that lies inside another part',
      [dated(0), { start_of: 'before_previous_ends', time_from: 60, duration: 10 }, {}, dated(70)],
      START,
      {}
    ],
    [
      'a part that begins before the previous ends',
      [dated(0), { start_of: 'before_previous_ends', time_from: 30 }, dated(60)],
      START,
      {}
    ],
    [
      'numbers follow the display order',
      [dated(59, { order: 2 }), dated(0, { order: 1 })],
      START,
      { [`${PATH}.0.started_at`]: tooEarly(2) }
    ]
  ])('%s', { tags: ['BLD-21', 'BLD-16', 'BLD-17', 'D-89', 'BLD-18', 'BLD-20', 'D-88'] }, (_, parts, start, fields) => {
    expect(checkParts(plan({}, parts), start).fields).toEqual(fields)
  })

  test('a date inside the auto-started first part overlaps it', { tags: ['BLD-19', 'BLD-20'] }, () => {
    const early = plan({ auto_start: 1 }, [{}, dated(59)])
    expect(checkParts(early, START)).toEqual({
      fields: { [`${PATH}.1.started_at`]: tooEarly(2) },
      warnings: [PARTS_OVERLAP]
    })
    expect(checkParts(plan({ auto_start: 1 }, [{}, dated(60)]), START).fields).toEqual({})
    expect(checkParts(plan({ auto_start: 0 }, [{}, dated(59)]), START).fields).toEqual({})
  })

  test('two overlaps give one warning', { tags: 'BLD-19' }, () => {
    expect(checkParts(plan({}, [dated(0), dated(1), dated(2)]), START).warnings).toEqual([PARTS_OVERLAP])
  })

  test('computed dates are not checked', { tags: 'BLD-14' }, () => {
    expect(checkParts(plan({ linked: 1 }, [dated(-9, { relative_dates: 1 }), dated(-99)]), START).fields).toEqual({})
  })
})

test('auto start needs linked parts when the host starts', { tags: ['BLD-49', 'BLD-50'] }, () => {
  expect(autoStartProblem({ linked: 0, auto_start: 1 }, true)).toBe('Auto started events must be linked.')
  expect(autoStartProblem({ linked: 1, auto_start: 1 }, true)).toBeNull()
  expect(autoStartProblem({ linked: 0, auto_start: 1 }, false)).toBeNull()
})

test('a group in the list of the other type is refused with the right type', { tags: 'BLD-68' }, () => {
  const { error } = planShape.safeParse({
    parts: [{ uuid: id(1), type: 'task' }],
    tasks: [{ uuid: id(2), type: 'part' }]
  })
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['parts.0.type', 'Groups of parts have the type part.'],
    ['tasks.0.type', 'Groups of goals have the type task.']
  ])
})

test('checkPlan refuses unknown goals, and uuids and places that occur twice', { tags: 'BLD-90' }, () => {
  const goal = { uuid: id(50), title: 'Read' }
  expect(checkPlan(plan({}, [{ task_uuids: [id(50)] }, {}], [goal]))).toEqual({})
  expect(
    checkPlan(
      plan(
        {},
        [
          { task_uuids: [id(50), id(51)], order: 3 },
          { uuid: id(10), order: 3 }
        ],
        [goal]
      )
    )
  ).toEqual({
    [`${PATH}.0.task_uuids.1`]: 'There’s no such goal in this plan.',
    [`${PATH}.1.uuid`]: 'This uuid is used twice in the plan.',
    [`${PATH}.1.order`]: 'Another item has this place.'
  })
})

test('an alert before the beginning of its part is refused', () => {
  const alerts = [60, 61, 0].map(at => ({ at, title: 'Soon' }))
  expect(checkAlerts(plan({}, [{ duration: 60, alerts }]).parts)).toEqual({
    [`${PATH}.0.alerts.1.at`]: 'The part isn’t that long.'
  })
})
