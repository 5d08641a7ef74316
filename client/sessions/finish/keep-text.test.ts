import { expect, test } from 'vitest'
import { keepText } from './keep-text.ts'

test.each([
  [[], 'Keep your place here'],
  [[{ title: 'Squats', text: '10 times' }], 'Keep your 10 squats'],
  [[{ title: 'Squats', text: '1 time' }], 'Keep your squats'],
  [[{ title: 'Push-ups', text: '1,000 times' }], 'Keep your 1,000 push-ups'],
  [[{ title: 'Drink water', text: '3 glasses' }], 'Keep your 3 glasses'],
  [[{ title: 'Read a page', text: '2 times' }], 'Keep “Read a page”: 2 times'],
  [
    [
      { title: 'Squats', text: '10 times' },
      { title: 'Plank', text: '2 min' }
    ],
    'Keep your 10 squats and more'
  ]
])('%j: %s', { tags: 'D-152' }, (done, text) => {
  expect(keepText(done)).toBe(text)
})
