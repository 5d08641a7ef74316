import { expect, test } from 'vitest'
import { placeCard } from './place-card.ts'

const PHONE = { width: 390, height: 844 }
const CARD = { width: 366, height: 200 }

test.each([
  ['below its target', { top: 100, left: 40, width: 200, height: 50 }, { top: 164, left: 12 }],
  [
    'above its target when there is no space below',
    { top: 700, left: 12, width: 300, height: 80 },
    { top: 486, left: 12 }
  ],
  [
    'at the bottom over a target that fills the screen',
    { top: -50, left: 0, width: 390, height: 2000 },
    { top: 632, left: 12 }
  ],
  ['on the screen when the target is not', { top: -900, left: -300, width: 10, height: 10 }, { top: 12, left: 12 }],
  ['at the bottom without a target', null, { top: 632, left: 12 }]
])('puts the card %s', (_, target, place) => {
  expect(placeCard(target, CARD, PHONE)).toEqual(place)
})

test('on a wide screen the card aligns with its target and stays on the screen', () => {
  const wide = { width: 1280, height: 900 }
  expect(placeCard({ top: 10, left: 500, width: 90, height: 40 }, CARD, wide)).toEqual({ top: 64, left: 500 })
  expect(placeCard({ top: 10, left: 1200, width: 60, height: 40 }, CARD, wide)).toEqual({ top: 64, left: 902 })
})

test('a card higher than the screen starts at the top, so that its title is visible', () => {
  expect(placeCard(null, { width: 366, height: 900 }, PHONE).top).toBe(12)
})
