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

const RING = { top: 600, left: 60, width: 240, height: 100 }

test('goes above its target when a ring is below it', () => {
  const target = { top: 300, left: 12, width: 300, height: 200 }
  expect(placeCard(target, CARD, PHONE)).toEqual({ top: 514, left: 12 })
  expect(placeCard(target, CARD, PHONE, [RING])).toEqual({ top: 86, left: 12 })
})

test('over a target that fills the screen, it stays off fields and rings', () => {
  const target = { top: -50, left: 0, width: 390, height: 2000 }
  expect(placeCard(target, CARD, PHONE, [RING])).toEqual({ top: 12, left: 12 })
})

test('where every place covers something, it covers the least', () => {
  const target = { top: -50, left: 0, width: 390, height: 2000 }
  const field = { top: 100, left: 12, width: 366, height: 60 }
  const line = { top: 830, left: 12, width: 366, height: 10 }
  expect(placeCard(target, CARD, PHONE, [field, line])).toEqual({ top: 632, left: 12 })
})

test('covers a title or a button rather than a ring, and nothing where it can', () => {
  const menu = { top: 284, left: 320, width: 44, height: 44 }
  const ring = { top: 294, left: 36, width: 76, height: 76 }
  const title = { top: 165, left: 16, width: 358, height: 33 }
  const button = { top: 386, left: 36, width: 318, height: 56 }
  const top = (height: number) =>
    placeCard(menu, { width: 366, height }, { width: 390, height: 608 }, [ring], [title, button]).top
  expect([top(200), top(140)]).toEqual([70, 12])
})

test('on a wide screen it goes beside a target with fields above and below', () => {
  const wide = { width: 1280, height: 900 }
  const field = (top: number) => ({ top, left: 100, width: 400, height: 40 })
  const target = { top: 400, left: 100, width: 400, height: 100 }
  expect(placeCard(target, CARD, wide, [field(300), field(520)])).toEqual({ top: 400, left: 514 })
})

test('on a wide screen the card aligns with its target and stays on the screen', () => {
  const wide = { width: 1280, height: 900 }
  expect(placeCard({ top: 10, left: 500, width: 90, height: 40 }, CARD, wide)).toEqual({ top: 64, left: 500 })
  expect(placeCard({ top: 10, left: 1200, width: 60, height: 40 }, CARD, wide)).toEqual({ top: 64, left: 902 })
})

test('a card higher than the screen starts at the top, so that its title is visible', () => {
  expect(placeCard(null, { width: 366, height: 900 }, PHONE).top).toBe(12)
})
