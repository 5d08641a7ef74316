/** Kinds and channels, and what reminders say. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { channelsOf, choose, everyChoice, REMINDER_KINDS, sentChoices } from './kinds.ts'
import { pathOfReminder, type Told, wordsOfReminder } from './words.ts'

test('at first everything is in the page and pushed, and nothing is mailed', () => {
  for (const kind of REMINDER_KINDS) expect(channelsOf({}, kind)).toEqual(['page', 'push'])
})

test('a channel of a kind is switched alone, and stays as it was chosen', () => {
  const choices = choose(choose({}, 'post_reply', 'push', false), 'log_cheer', 'mail', true)
  expect(everyChoice(choices)).toEqual({
    session_soon: ['page', 'push'],
    your_turn: ['page', 'push'],
    post_reply: ['page'],
    log_cheer: ['page', 'push', 'mail']
  })
  expect(choose(choices, 'post_reply', 'push', true).post_reply).toEqual(['page', 'push'])
  expect(channelsOf(choose(choices, 'post_reply', 'page', false), 'post_reply')).toEqual([])
})

test.each([
  [{ rocket: ['page'] }, false],
  [{ post_reply: ['pigeon'] }, false],
  [{ post_reply: 'page' }, false],
  [['page'], false],
  [{}, true],
  [{ post_reply: [] }, true],
  [{ your_turn: ['mail', 'page'] }, true]
])('choices of %j are taken: %s', (sent, expected) => {
  expect(z.safeParse(sentChoices, sent).success).toBe(expected)
})

const AT = Date.parse('2026-03-02T18:30:00Z')
const told = (more: Partial<Told>): Told => ({
  ...{ kind: 'post_reply', session: { title: 'Deep work', slug: 'deep-work-1' }, actor: 'grace', times: 1, at: AT },
  ...more
})

test.each<[string, Told, number | undefined]>([
  ['Deep work starts in 10 minutes', told({ kind: 'session_soon' }), AT - 600_000],
  ['Deep work starts in 7 minutes', told({ kind: 'session_soon' }), AT - 420_400],
  ['Deep work starts in 1 minute', told({ kind: 'session_soon' }), AT - 5000],
  ['Deep work starts', told({ kind: 'session_soon' }), undefined],
  ['It is your turn in Deep work', told({ kind: 'your_turn' }), undefined],
  ['grace replied to your post in Deep work', told({}), undefined],
  ['3 new replies to your post in Deep work, the last by grace', told({ times: 3 }), undefined],
  ['Somebody replied to your post in Deep work', told({ actor: null }), undefined],
  ['grace cheered your log in Deep work', told({ kind: 'log_cheer' }), undefined],
  ['grace cheered your log', told({ kind: 'log_cheer', session: null }), undefined],
  ['2 new cheers for your log, the last by grace', told({ kind: 'log_cheer', session: null, times: 2 }), undefined]
])('%s', (words, reminder, now) => {
  expect(wordsOfReminder(reminder, now)).toBe(words)
})

test.each([
  ['session_soon', '/sessions/deep-work-1'],
  ['your_turn', '/sessions/deep-work-1'],
  ['post_reply', '/sessions/deep-work-1/hut'],
  ['log_cheer', '/sessions/deep-work-1/logs']
] as const)('%s leads to %s', (kind, path) => {
  expect(pathOfReminder(told({ kind }))).toBe(path)
})

test('a cheer for a log outside of sessions leads to my logs', () => {
  expect(pathOfReminder({ kind: 'log_cheer', session: null })).toBe('/my/logs')
})
