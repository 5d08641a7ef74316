import { expect, test } from 'vitest'
import { PartKind, partKind } from './part-kind.ts'

const { Work, Rest, Talk, Other } = PartKind

test.each<[PartKind, string]>([
  [Work, 'Pomodoro 1'],
  [Work, 'Squats'],
  [Work, 'Run 5, walk 3, run 8 min'],
  [Work, 'The rest of the chapter'],
  [Work, 'Break down the problem'],
  [Work, 'Forest walk'],
  [Rest, 'Rest'],
  [Rest, 'Short break'],
  [Rest, 'LONG BREAK'],
  [Rest, 'Rest between sets'],
  [Rest, 'Pause'],
  [Rest, 'Lunch and a chat'],
  [Talk, 'Talk'],
  [Talk, 'Topic 3'],
  [Talk, 'Check-in'],
  [Talk, 'Q&A'],
  [Talk, 'Say hello'],
  [Talk, 'Opening questions'],
  [Other, 'Warm up'],
  [Other, 'Warm-up walk'],
  [Other, 'Cool down'],
  [Other, 'Set up'],
  [Other, 'Settle in'],
  [Other, ''],
  [Other, '  ']
])('the kind %s is read from the title “%s”', (kind, title) => {
  expect(partKind({ title, per_participant: 0 })).toBe(kind)
})

test('turns are talk unless the title says otherwise', () => {
  expect(partKind({ title: 'Round 1', per_participant: 1 })).toBe(Talk)
  expect(partKind({ title: '', per_participant: 1 })).toBe(Talk)
  expect(partKind({ title: 'Warm up', per_participant: 1 })).toBe(Other)
})
