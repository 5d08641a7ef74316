import { expect, test } from 'vitest'
import { changesBetween } from './text-changes.ts'

test('names the words that were removed and added', { tags: 'D-140' }, async () => {
  expect(await changesBetween('<p>The sun was <b>low</b>.</p>', '<p>The sun was high.</p>')).toEqual([
    { text: 'The sun was ', kind: 'same' },
    { text: 'low', kind: 'removed' },
    { text: 'high', kind: 'added' },
    { text: '.', kind: 'same' }
  ])
})

test('a new paragraph is an added line', async () => {
  const changes = await changesBetween('<p>One</p>', '<p>One</p><ul><li>Two &amp; three</li></ul>')
  expect(changes?.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim())).toEqual(['Two & three'])
})

test('a changed format alone changes no word', async () => {
  expect(await changesBetween('<p>One two</p>', '<h2>One <i>two</i></h2>')).toEqual([{ text: 'One two', kind: 'same' }])
})
