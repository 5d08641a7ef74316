/** Kinds and channels, the text of reminders, and the addresses of devices. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isPushAddress, pushSubscription } from './device.ts'
import {
  channelsOf,
  choicesInForce,
  everyChoice,
  mailName,
  REMINDER_KINDS,
  sentChoices,
  withChoices,
  without
} from './kinds.ts'
import { pathOfReminder, type ReminderFacts, wordsOfReminder } from './words.ts'

test('by default reminders are listed and pushed; places are mailed, and news are only listed', {
  tags: 'D-151'
}, () => {
  const mailed = REMINDER_KINDS.filter(kind => channelsOf({}, kind).includes('mail'))
  expect(mailed).toEqual(['place_offered', 'place_free', 'place_unpaid'])
  for (const kind of REMINDER_KINDS.filter(each => !each.startsWith('followed_')))
    expect(channelsOf({}, kind).slice(0, 2)).toEqual(['page', 'push'])
})

test('the name of a kind ends a sentence, and "I" keeps its capital', () => {
  expect(mailName('post_reply')).toBe('someone replied to my post')
  expect(mailName('goal_due')).toBe('it’s time for one of my goals')
  expect(mailName('place_unpaid')).toBe('I’m out of tokens for a session I come to every time')
})

test('sent choices replace the channels of their kinds only', () => {
  const choices = withChoices({ post_reply: ['page', 'mail'] }, { post_reply: ['page'], log_cheer: ['mail', 'page'] })
  expect(choices).toEqual({ post_reply: ['page'], log_cheer: ['page', 'mail'] })
  expect(everyChoice(choices)).toEqual({
    session_soon: ['page', 'push'],
    session_again: ['page', 'push'],
    group_session: ['page', 'push'],
    followed_news: ['page'],
    followed_activity: ['page'],
    place_offered: ['page', 'push', 'mail'],
    place_free: ['page', 'push', 'mail'],
    waitlist_ended: ['page', 'push'],
    place_unpaid: ['page', 'push', 'mail'],
    series_asks: ['page', 'push'],
    series_stopped: ['page', 'push'],
    series_changed: ['page', 'push'],
    your_turn: ['page', 'push'],
    goal_due: ['page', 'push'],
    post_reply: ['page'],
    log_cheer: ['page', 'mail'],
    proposal_declined: ['page', 'push'],
    report_decided: ['page', 'push'],
    content_decided: ['page', 'push']
  })
  expect(withChoices(choices, {})).toEqual(choices)
})

test('switched off, only the inbox is left', () => {
  const choices = { post_reply: ['page', 'mail'], log_cheer: ['mail'] } as const
  expect(choicesInForce(choices, true)).toMatchObject({ post_reply: ['page'], log_cheer: [], session_soon: ['page'] })
  expect(choicesInForce(choices, false)).toBe(choices)
})

test('without switches a channel off for one kind only', () => {
  const choices = without({ post_reply: ['page', 'mail'] }, 'post_reply', 'mail')
  expect(without(choices, 'your_turn', 'push')).toEqual({ post_reply: ['page'], your_turn: ['page'] })
})

test.each([
  [{ rocket: ['page'] }, false],
  [{ post_reply: ['pigeon'] }, false],
  [{ post_reply: 'page' }, false],
  [['page'], false],
  [{}, true],
  [{ post_reply: [] }, true],
  [{ your_turn: ['mail', 'page'] }, true]
])('the choices %j are valid: %s', (sent, expected) => {
  expect(z.safeParse(sentChoices, sent).success).toBe(expected)
})

const AT = Date.parse('2026-03-02T18:30:00Z')
const fact = (more: Partial<ReminderFacts>): ReminderFacts => ({
  ...{
    kind: 'post_reply',
    session: { title: 'Deep work', slug: 'deep-work-1' },
    series: null,
    actor: 'grace',
    times: 1,
    at: AT
  },
  ...{ goal: null, group: null, item: null, activity: null, report: null },
  ...more
})

const OF_ACTIVITY = {
  kind: 'followed_news',
  session: null,
  activity: { title: 'Morning run', slug: 'morning-run' }
} as const
const READ = { id: 7, title: 'Read', is_list: false }

test.each<[string, ReminderFacts, number | undefined]>([
  ['Deep work starts in 10 minutes', fact({ kind: 'session_soon' }), AT - 600_000],
  ['Deep work starts in 7 minutes', fact({ kind: 'session_soon' }), AT - 420_400],
  ['Deep work starts in 1 minute', fact({ kind: 'session_soon' }), AT - 5000],
  ['Deep work starts', fact({ kind: 'session_soon' }), undefined],
  ['A place in Deep work is yours for 30 minutes', fact({ kind: 'place_offered' }), AT - 1_800_000],
  ['A place in Deep work was offered to you', fact({ kind: 'place_offered' }), undefined],
  ['A place in Deep work is free. The first press gets it', fact({ kind: 'place_free' }), undefined],
  ['The host ended the waitlist of Deep work', fact({ kind: 'waitlist_ended' }), undefined],
  [
    'You have no tokens for Deep work. Without one at its start, your place goes to someone else',
    fact({ kind: 'place_unpaid' }),
    undefined
  ],
  ['New in Runners: Deep work, by grace', fact({ kind: 'group_session', group: 'Runners' }), undefined],
  [
    'Grace H. published “Walks”',
    fact({
      ...{ kind: 'followed_news', session: null, actor: null },
      item: { title: 'Walks', path: '/grace/walks', author: 'Grace H.' }
    }),
    undefined
  ],
  ['grace made a new session: Deep work', fact({ kind: 'followed_news' }), undefined],
  ['grace made a new session of Morning run', fact({ ...OF_ACTIVITY }), undefined],
  ['5 new sessions of Morning run, the last by grace', fact({ ...OF_ACTIVITY, times: 5 }), undefined],
  [
    'grace declined to move Morning run into Runners',
    fact({
      ...{ kind: 'proposal_declined', session: null, group: 'Runners' },
      activity: { title: 'Morning run', slug: 'morning-run' }
    }),
    undefined
  ],
  ['It’s your turn in Deep work', fact({ kind: 'your_turn' }), undefined],
  ['Time for “Read”', fact({ kind: 'goal_due', session: null, goal: READ }), undefined],
  ['grace replied to your post in Deep work', fact({}), undefined],
  ['3 new replies to your post in Deep work, the last by grace', fact({ times: 3 }), undefined],
  ['Someone replied to your post in Deep work', fact({ actor: null }), undefined],
  ['grace cheered your log in Deep work', fact({ kind: 'log_cheer' }), undefined],
  ['grace cheered your goal “Read”', fact({ kind: 'log_cheer', session: null, goal: READ }), undefined],
  ['grace cheered your log', fact({ kind: 'log_cheer', session: null }), undefined],
  ['2 new cheers for your log, the last by grace', fact({ kind: 'log_cheer', session: null, times: 2 }), undefined]
])('%s', (words, reminder, now) => {
  expect(wordsOfReminder(reminder, now)).toBe(words)
})

test.each([
  ['session_soon', '/sessions/deep-work-1'],
  ['session_again', '/sessions/deep-work-1'],
  ['group_session', '/sessions/deep-work-1'],
  ['your_turn', '/sessions/deep-work-1'],
  ['post_reply', '/sessions/deep-work-1/hut'],
  ['log_cheer', '/sessions/deep-work-1/logs']
] as const)('a reminder of the kind %s opens %s', (kind, path) => {
  expect(pathOfReminder(fact({ kind }))).toBe(path)
})

test('a cheer for a goal opens it, and one for a log outside of sessions opens my logs', () => {
  expect(pathOfReminder(fact({ kind: 'log_cheer', session: null, goal: READ }))).toBe('/my/goals/7')
  expect(pathOfReminder(fact({ kind: 'log_cheer', session: null }))).toBe('/my/logs')
})

test.each([
  ['https://push.example.org/send/abc?x=1', true],
  ['http://push.example.org/send', false],
  ['https://push.example.org:8443/send', false],
  ['https://user:secret@push.example.org/', false],
  ['https://127.0.0.1/send', false],
  ['https://2130706433/send', false],
  ['https://0x7f.1/send', false],
  ['https://[::1]/send', false],
  ['https://localhost/send', false],
  ['https://localhost./send', false],
  ['ftp://push.example.org/', false],
  ['push.example.org', false]
])('%s may be the address of a push service: %s', (address, expected) => {
  expect(isPushAddress(address)).toBe(expected)
})

const KEYS = { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) }
test.each([
  ['keys of the right length', { endpoint: 'https://push.example.org/1', keys: KEYS }, null],
  ['an address that is too long', { endpoint: `https://push.example.org/${'x'.repeat(1000)}`, keys: KEYS }, 'endpoint'],
  ['a key that is too short', { endpoint: 'https://push.example.org/1', keys: { ...KEYS, auth: 'y' } }, 'keys.auth'],
  ['a malformed point', { endpoint: 'https://push.example.org/1', keys: { ...KEYS, p256dh: 'x' } }, 'keys.p256dh'],
  ['no keys', { endpoint: 'https://push.example.org/1' }, 'keys']
])('a subscription with %s', (_, sent, field) => {
  expect(z.safeParse(pushSubscription, sent).error?.issues[0]?.path.join('.') ?? null).toBe(field)
})
