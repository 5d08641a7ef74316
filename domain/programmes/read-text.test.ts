import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_UNITS } from './programme.ts'
import { readProgramme } from './read-text.ts'

test('weeks, units, plans, amounts and notes', () => {
  const { weeks, problems } = readProgramme(`Week 1: Walk and run
> Slow is fine.
3 x Run: 5 min walk, 8 x (1 min run, 90 s walk)
> Slow enough to talk.
Rest - take a walk

Weeks 2-3
- Read: 20 pages - anything
20 min easy run`)
  expect(problems).toEqual([])
  expect(weeks.map(({ title, text, units }) => [title, text, units.length])).toEqual([
    ['Walk and run', 'Slow is fine.', 4],
    ['', '', 2],
    ['', '', 2]
  ])
  expect(weeks[0]?.units[2]).toEqual({
    title: 'Run 3',
    text: 'Slow enough to talk.',
    plan: '5 min walk, 8 x (1 min run, 90 s walk)',
    amount: null
  })
  expect(weeks[0]?.units[3]).toEqual({ title: 'Rest', text: 'take a walk', plan: null, amount: null })
  expect(weeks[2]?.units).toEqual([
    { title: 'Read', text: 'anything', plan: null, amount: '20 pages' },
    { title: '20 min easy run', text: '', plan: '20 min easy run', amount: null }
  ])
})

test('units without a week line are the first week', () => {
  expect(readProgramme('Stretch\nRun: 5 km').weeks).toHaveLength(1)
})

test.each([
  ['Week 2\nRun', 'This is week 1.', 'Week 2', 'Week 1'],
  ['> A note\nRun', 'Write a note below its week or unit.', '> A note', null],
  ['Run: slowly', 'Write a plan such as', 'Run: slowly', 'Run - slowly'],
  ['8 x Run', 'A week has at most 7 units', '8 x Run', null],
  ['Weeks 1-60\nRun', 'A programme has at most 52 weeks.', 'Weeks 1-60', null],
  ['Week 1\nRun\nWeek 2', 'Week 2 has no units.', '2', null]
])('%j is marked', (text, message, place, proposal) => {
  const [problem, ...others] = readProgramme(text).problems
  expect(others).toEqual([])
  expect(problem?.message).toContain(message)
  expect(text.slice(problem?.offset, (problem?.offset ?? 0) + (problem?.length ?? 0))).toBe(place)
  expect(problem?.proposal).toBe(proposal)
})

test('a place inside a plan is marked where it is in the whole text', () => {
  const text = 'Week 1\n  Run: 5 min walk, 5 mni run'
  const [problem] = readProgramme(text).problems
  expect(problem && text.slice(problem.offset, problem.offset + problem.length)).toContain('mni')
})

test('any text is read without an error, and what is understood stays within the limits', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('Week', 'Week 1: A', 'Weeks 1-3', '3 x Run: 5 min run', '> note', 'Read: 20 pages', 'Rest', '')
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), lines => {
      const text = lines.join('\n')
      const { weeks, problems } = readProgramme(text)
      for (const { units } of weeks) expect(units.length).toBeLessThanOrEqual(MOST_UNITS)
      for (const { offset, length } of problems) {
        expect(offset >= 0 && length > 0 && offset + length <= text.length).toBe(true)
      }
    })
  )
})

test.each(['a', 'Run: a', 'Run: 1', 'Read: 8', 'Week', 'Week 1'])(
  'a line with many blanks is read at once: %s',
  { timeout: 1500 },
  beginning => {
    expect(readProgramme(`${beginning}${' '.repeat(100_000)}b`).problems.length).toBeLessThan(2)
  }
)
