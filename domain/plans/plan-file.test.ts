import { expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import { WHOLE_PLAN } from './example-file.ts'
import { planFileText } from './plan-file.ts'
import { readPlanFile } from './read-plan-file.ts'

function numbered(): () => string {
  let last = 5000
  return () => uuidOf(++last)
}

/** The value with every uuid replaced by the number of its first place. */
function named(value: unknown): unknown {
  const seen = new Map<string, number>()
  return JSON.parse(JSON.stringify(value), (_, inner) => {
    if (typeof inner !== 'string' || !/^[0-9a-f-]{36}$/.test(inner)) return inner
    if (!seen.has(inner)) seen.set(inner, seen.size)
    return seen.get(inner)
  })
}

const read = (text: string) => readPlanFile(text, numbered())

test('import of an export gives the same plan with new uuids', () => {
  const text = planFileText(WHOLE_PLAN)
  const reading = read(text)
  if (!reading.ok) throw new Error(reading.problems.join(' '))
  expect(named(reading.file)).toEqual(named(WHOLE_PLAN))
  expect(JSON.stringify(reading.file)).not.toContain(uuidOf(500))
  const [group] = reading.file.parts
  expect(group?.parts[0]?.task_uuids).toEqual([reading.file.tasks[0]?.parts[0]?.uuid])
})

test('a file leaves out dates, facts of a run and what is as usual', () => {
  const run = planOf({
    parts: [partsOf(1, [{ title: 'A', started_at: '2026-01-01T00:00:00Z', pinned: 1, extra: 60 }])]
  })
  expect(JSON.parse(planFileText({ title: 'Run', content: '', duration: 0, ...run }))).toEqual({
    format: 'challenge-hut.plan/1',
    title: 'Run',
    parts: [{ parts: [{ title: 'A', duration: 60, relative_dates: 0 }] }]
  })
})

const FORMAT = '"format": "challenge-hut.plan/1"'

test.each([
  ['{', 'This isn’t a file with a plan: it isn’t JSON.'],
  ['[]', 'This isn’t a file with a plan: its “format” should be “challenge-hut.plan/1”.'],
  ['{"format": "challenge-hut.plan/2"}', 'This file has another format or version. We read “challenge-hut.plan/1”.'],
  [' '.repeat(1_000_001), 'This file is too large. A plan has at most 1,000,000 characters.'],
  [
    `{${FORMAT}, "parts": [{"parts": [{}, {"duration": -1}]}]}`,
    'Group 1, part 2, duration: A duration can’t be negative.'
  ],
  [`{${FORMAT}, "parts": [{"parts": [{"colour": "red"}]}]}`, 'Group 1, part 1, colour: We don’t know this field.'],
  [`{${FORMAT}, "tasks": [{"parts": [{}]}]}`, 'Group of goals 1, goal 1, title: Value is required.'],
  [`{${FORMAT}, "parts": 5}`, 'Parts: This can’t be read.'],
  [
    `{${FORMAT}, "parts": [{"parts": [{"duration": 5, "alerts": [{"at": 9, "title": "Late"}]}]}]}`,
    'Group 1, part 1, alert 1, at: The part isn’t that long.'
  ]
])('a file that cannot be read: %.80s', (text, problem) => {
  expect(read(text)).toEqual({ ok: false, problems: [problem] })
})

test('a file lists at most twenty problems', () => {
  const parts = Array.from({ length: 30 }, () => ({ duration: 'long' }))
  const reading = read(JSON.stringify({ format: 'challenge-hut.plan/1', parts: [{ parts }] }))
  expect(reading.ok ? [] : reading.problems.slice(19)).toEqual([
    'Group 1, part 20, duration: Enter whole seconds.',
    'And 10 more.'
  ])
})
