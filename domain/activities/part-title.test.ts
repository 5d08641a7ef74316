import { expect, test } from 'vitest'
import { partTitle } from './part-title.ts'

const titled = (title: string, ...steps: string[]): string => {
  const nested = steps.map(step => ({ title: step, duration: 60 }))
  return partTitle({ title, timers: [{ uuid: 'a', title: '', duration: 0, is_interval: 1, sets: 8, nested }] })
}

test('a part is called by its title, else by its steps, each once', () => {
  expect(titled('Intervals', 'run', 'walk')).toBe('Intervals')
  expect(titled('', 'run', 'walk', 'run', 'walk')).toBe('run, walk')
  expect(titled('', 'plank', 'squat', 'lunge', 'rest')).toBe('plank, squat, lunge')
  expect(titled('', '')).toBe('Untitled part')
  expect(titled('')).toBe('Untitled part')
  expect(partTitle(undefined)).toBe('Untitled part')
})
