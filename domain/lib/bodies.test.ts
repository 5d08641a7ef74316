/** Checks the request bodies that calls accept, and the error messages for the others. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { purchaseTokens } from '../billing/tokens-api.ts'
import { earlierMessages, sendMessage } from '../chat/api.ts'
import { storeGoal } from '../goals/api.ts'
import { joinGroup, patchGroup, storeGroup } from '../groups/api.ts'
import { getAttachable } from '../groups/attachment-api.ts'
import { getActivityLists, storeActivityList } from '../lists/api.ts'
import { lockChat } from '../moderation/api.ts'
import { storeSessionPost } from '../posts/api.ts'
import { addToMyGoals, saveTaskListProgress } from '../session-goals/api.ts'
import { addFreeTokens } from '../tokens/api.ts'

const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const OTHER = '0a1b2c3d-0000-4000-8000-000000000001'
const HALF = '\ud83d'

/** Parses a body with a contract. */
function read<Schema extends z.ZodMiniType>(schema: Schema | undefined, body: unknown): z.output<Schema> {
  if (!schema) throw new Error('the contract has no body')
  return z.parse(schema, body)
}

/** Returns the error messages by field; empty when the body is valid. */
function faults(schema: z.ZodMiniType | undefined, body: unknown): Record<string, string> {
  const issues = schema ? (z.safeParse(schema, body).error?.issues ?? []) : []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

const message = { content: 'Hello', messageable_type: 'challenge_event', messageable_id: 7 }
const chat: [string, object, Record<string, string>][] = [
  ['as the page sends it', { client_uuid: 'a-browser' }, {}],
  ['of 2,000 characters', { content: 'a'.repeat(2000) }, {}],
  ['of 2,001 characters', { content: 'a'.repeat(2001) }, { content: 'Use at most 2,000 characters.' }],
  ['of spaces only', { content: ' \n\t ' }, { content: 'Value is required.' }],
  ['without content', { content: null }, { content: 'Value is required.' }],
  ['of a number', { content: 5 }, { content: 'Value must be text.' }],
  ['with half an emoji', { content: `a${HALF}` }, { content: 'Remove the character that text can’t contain.' }],
  ['with a null byte', { content: 'a\0b' }, { content: 'Remove the character that text can’t contain.' }],
  [
    'outside of a session',
    { messageable_type: 'goal' },
    { messageable_type: 'Chat exists in sessions only: give challenge_event.' }
  ],
  ['in a session without an id', { messageable_id: '7' }, { messageable_id: 'Give the id of the session.' }],
  ['in a session with a fractional id', { messageable_id: 7.5 }, { messageable_id: 'Give the id of the session.' }]
]

test.each(chat)('a message %s', { tags: ['CHAT-21', 'CHAT-22', 'CHAT-23', 'D-106'] }, (_, change, expected) => {
  expect(faults(sendMessage.body, { ...message, ...change })).toEqual(expected)
})

test.each([
  ['no id', undefined, {}],
  ['an id', '120', {}],
  ['a word', 'first', { before: 'Give the id of a message.' }],
  ['below zero', '-1', { before: 'Give the id of a message.' }],
  ['sixteen digits', '1234567890123456', { before: 'Give the id of a message.' }]
])('the query for older messages accepts an id only: %s', { tags: 'CHAT-01' }, (_, before, expected) => {
  expect(faults(earlierMessages.query, { before })).toEqual(expected)
})

test('locking the chat accepts a flag in all its forms', { tags: 'CHAT-02' }, () => {
  expect([0, 1, true, false].map(locked => read(lockChat.body, { locked }).locked)).toEqual([0, 1, 1, 0])
  expect(faults(lockChat.body, {})).toEqual({ locked: 'Give 0 or 1.' })
  expect(faults(lockChat.body, { locked: 'yes' })).toEqual({ locked: 'Give 0 or 1.' })
})

describe('a post', () => {
  const post: [string, object, Record<string, string>][] = [
    ['with content only', {}, {}],
    ['with a title', { title: 'Day one' }, {}],
    ['with a null title', { title: null, parent_id: null }, {}],
    ['as a reply', { parent_id: 12 }, {}],
    ['as a reply to a word', { parent_id: '12' }, { 'item.parent_id': 'Choose a post to reply to.' }],
    ['of 50,001 characters', { content: 'a'.repeat(50_001) }, { 'item.content': 'Use at most 50,000 characters.' }],
    ['without content', { content: '' }, { 'item.content': 'Value is required.' }],
    ['with a title of 256', { title: 'a'.repeat(256) }, { 'item.title': 'Use at most 255 characters.' }]
  ]
  test.each(post)('%s', { tags: ['FOR-08', 'FOR-09', 'FOR-10', 'D-108'] }, (_, change, expected) => {
    expect(faults(storeSessionPost.body, { item: { content: '<p>Hello</p>', ...change } })).toEqual(expected)
  })

  test('is trimmed in its content, but not in its title', { tags: 'FOR-09' }, () => {
    const body = { item: { title: ' Day one ', content: ' <p>Hello</p> ' } }
    expect(read(storeSessionPost.body, body).item).toMatchObject({ title: ' Day one ', content: '<p>Hello</p>' })
  })
})

describe('a group', () => {
  test('needs only a title', { tags: ['GRP-34', 'D-113'] }, () => {
    expect(read(storeGroup.body, { title: ' Calm ' })).toEqual({ title: 'Calm', content: '' })
    expect(faults(storeGroup.body, {})).toEqual({ title: 'Value is required.' })
    expect(faults(storeGroup.body, { title: 'a'.repeat(256), content: 5 })).toEqual({
      title: 'Use at most 255 characters.',
      content: 'Value must be text.'
    })
  })

  test('is changed only in the sent keys', { tags: ['D-109', 'D-140'] }, () => {
    expect(read(patchGroup.body, { content: '' })).toEqual({ content: '' })
    expect(read(patchGroup.body, { parent_id: null })).toEqual({ parent_id: null })
    expect(faults(patchGroup.body, { title: '  ', parent_id: 'calm' })).toEqual({
      title: 'Value is required.',
      parent_id: 'Give the id of a group.'
    })
  })

  test('is joined with or without a body', { tags: 'D-110' }, () => {
    expect([undefined, null, {}].map(body => faults(joinGroup.body, body))).toEqual([{}, {}, {}])
    expect(read(joinGroup.body, { is_joined: true })).toEqual({ is_joined: 1 })
    expect(faults(joinGroup.body, { is_joined: 2 })).toEqual({ is_joined: 'Give 0 or 1.' })
  })

  test('accepts up to 100 characters to search for activities', { tags: 'D-134' }, () => {
    expect(faults(getAttachable.query, { q: 'a'.repeat(100) })).toEqual({})
    expect(faults(getAttachable.query, { q: 'a'.repeat(101) })).toEqual({ q: 'Use at most 100 characters.' })
  })
})

test('a list needs a title, and the query for lists accepts an activity', { tags: ['LIST-04', 'D-54'] }, () => {
  expect(read(storeActivityList.body, { title: '  Mornings ' })).toEqual({ title: 'Mornings' })
  expect(faults(storeActivityList.body, { title: '\u3000' })).toEqual({ title: 'Value is required.' })
  expect(faults(getActivityLists.query, {})).toEqual({})
  expect(faults(getActivityLists.query, { activity: 'a'.repeat(256) })).toEqual({
    activity: 'Use at most 255 characters.'
  })
})

describe('a checklist', () => {
  const goal = { goal_id: 3 }
  const many = Array.from({ length: 501 }, (_, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`)
  const bodies: [string, object, Record<string, string>][] = [
    ['all ticked items', { ...goal, items: [UUID, OTHER] }, {}],
    ['no ticked items', { ...goal, items: [] }, {}],
    ['changes only', { ...goal, changes: { [UUID]: 1, [OTHER]: false } }, {}],
    ['a goal of the plan', { goal_id: UUID, challenge_event_id: 9, items: [] }, {}],
    ['an invalid tick', { ...goal, changes: { [UUID]: 2 } }, { [`changes.${UUID}`]: 'Give 0 or 1.' }],
    ['an invalid item', { ...goal, items: ['milk'] }, { 'items.0': 'Give a uuid.' }],
    ['501 items', { ...goal, items: many }, { items: 'Send at most 500 items.' }],
    [
      '501 changes',
      { ...goal, changes: Object.fromEntries(many.map(uuid => [uuid, 1])) },
      { changes: 'Send at most 500 items.' }
    ],
    ['no goal', { items: [] }, { goal_id: 'Give the id of a goal of yours or the uuid of a goal of the session.' }],
    ['no session', { ...goal, challenge_event_id: 'x' }, { challenge_event_id: 'Give the id of the session.' }]
  ]
  test.each(bodies)('is saved with %s', { tags: ['SGL-34', 'D-96', 'D-140'] }, (_, body, expected) => {
    expect(faults(saveTaskListProgress.body, body)).toEqual(expected)
  })

  test('a goal of the plan is copied by its uuid and the session’s id', { tags: 'D-102' }, () => {
    expect(faults(addToMyGoals.body, { challengeEventId: 4, goalUuid: UUID.toUpperCase() })).toEqual({})
    expect(faults(addToMyGoals.body, { challengeEventId: '4', goalUuid: 'x' })).toEqual({
      challengeEventId: 'Give the id of the session.',
      goalUuid: 'Give a uuid.'
    })
  })
})

describe('tokens', () => {
  test.each([
    [0, 'Enter a whole number of at least 1.'],
    [-5, 'Enter a whole number of at least 1.'],
    [1.5, 'Enter a whole number.'],
    ['10', 'Enter a whole number.'],
    [1_000_001, 'Enter a whole number of at most 1,000,000.']
  ])('an admin cannot add %s of them to the pool', { tags: ['TOK-41', 'D-06'] }, (amount, text) => {
    expect(faults(addFreeTokens.body, { amount })).toEqual({ amount: text })
  })

  test('are bought for oneself unless token_pool is 1', { tags: ['TOK-32', 'TOK-33'] }, () => {
    const claim = (token_pool?: unknown) => read(purchaseTokens.body, { paymentIntent: 'pi_1', token_pool })
    expect([undefined, null, 0, 1, true].map(pool => claim(pool).token_pool)).toEqual([0, null, 0, 1, 1])
    expect(faults(purchaseTokens.body, { paymentIntent: ' ', token_pool: 'all' })).toEqual({
      paymentIntent: 'Value is required.',
      token_pool: 'Give 0 or 1.'
    })
  })
})

describe('a goal', () => {
  const goal: [string, object, Record<string, string>][] = [
    ['with the largest numbers', { amount: 1e9, distance: 1e9, sets: 1000, completions_required: 100_000 }, {}],
    ['with a negative amount', { amount: -1 }, { amount: 'Enter a number that isn’t negative.' }],
    ['with too large a distance', { distance: 1e9 + 1 }, { distance: 'Enter a number of at most 1,000,000,000.' }],
    ['with an amount as text', { amount: 'many' }, { amount: 'Enter a number.' }],
    ['with zero sets', { sets: 0 }, { sets: 'Enter a whole number of at least 1.' }],
    ['with a negative duration', { duration: -1 }, { duration: 'A duration can’t be negative.' }],
    ['with a duration of half a second', { duration: 0.5 }, { duration: 'Enter whole seconds.' }],
    [
      'with a javascript: link',
      { link: 'javascript:alert(1)' },
      { link: 'Enter an address that starts with http:// or https://.' }
    ],
    ['with a link', { link: 'HTTPS://example.org/plan' }, {}],
    ['with no link', { link: '' }, {}],
    [
      'with 201 items',
      { list: Array.from({ length: 201 }, () => ({ uuid: UUID, title: 'A' })) },
      { list: 'Use at most 200 items.' }
    ],
    ['with an item without a title', { list: [{ uuid: UUID }] }, { 'list.0.title': 'Value is required.' }],
    ['with a button without a uuid', { quick_log_buttons: [{}] }, { 'quick_log_buttons.0.uuid': 'Give a uuid.' }],
    [
      'with a button of an unknown status',
      { quick_log_buttons: [{ uuid: UUID, status: 9 }] },
      { 'quick_log_buttons.0.status': 'Give a log status from 1 to 4.' }
    ],
    [
      'with a date that does not exist',
      { ended_at: '2026-02-30T00:00:00Z' },
      { ended_at: 'Enter a date between 1970 and 2100, such as 2026-01-31T18:00:00Z.' }
    ]
  ]
  test.each(goal)('%s', { tags: 'GOAL-68..GOAL-89' }, (_, change, expected) => {
    const body = { challenge: { tasks: [{ title: 'Read', ...change }] } }
    const under = Object.entries(expected).map(([field, text]) => [`challenge.tasks.0.${field}`, text])
    expect(faults(storeGoal.body, body)).toEqual(Object.fromEntries(under))
  })
})
