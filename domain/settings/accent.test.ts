import { expect, test } from 'vitest'
import { accentFault, shadesOf } from './accent.ts'

test('the colour of the theme can be the accent', () => {
  expect(accentFault('#b13e0d')).toBeNull()
  expect(shadesOf('#b13e0d')).toHaveLength(10)
  expect(shadesOf('#b13e0d')[7]).toBe('#b13e0d')
})

test('white text on a light accent cannot be read, so it is refused', () => {
  expect(accentFault('#ffd54f')).toMatch(/too light: its contrast is 1\.\d/)
  expect(accentFault('#ffffff')).toMatch(/too light/)
})

test('a nearly black accent cannot be seen at night, so it is refused', () => {
  expect(accentFault('#000000')).toMatch(/too dark/)
})

test.each(['#1d5f8a', '#2f6b3a', '#7a2f8f', '#a8324a'])('%s can be the accent', accent => {
  expect(accentFault(accent)).toBeNull()
})

test('the shades get darker', () => {
  const sum = (shade: string) => Number.parseInt(shade.slice(1, 3), 16) + Number.parseInt(shade.slice(3, 5), 16)
  const sums = shadesOf('#1d5f8a').map(sum)
  expect(sums).toEqual([...sums].sort((a, b) => b - a))
})
