/** Checks rules that every contract of a call or page must follow. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as accounts from '../accounts/api.ts'
import * as activities from '../activities/api.ts'
import * as activityBuilder from '../activities/builder-api.ts'
import * as billing from '../billing/api.ts'
import * as browse from '../browse/api.ts'
import * as chat from '../chat/api.ts'
import * as goals from '../goals/api.ts'
import * as groups from '../groups/api.ts'
import * as legal from '../legal/pages.ts'
import * as lists from '../lists/api.ts'
import * as logs from '../logs/api.ts'
import * as timerApi from '../logs/timer-api.ts'
import * as moderation from '../moderation/api.ts'
import * as posts from '../posts/api.ts'
import * as publishing from '../publishing/api.ts'
import * as sessionGoals from '../session-goals/api.ts'
import * as sessions from '../sessions/api.ts'
import * as sessionBuilder from '../sessions/builder-api.ts'
import * as tokens from '../tokens/api.ts'
import { addressesOf, type Endpoint, fillPath } from './endpoint.ts'
import type { Page } from './page.ts'

const features = {
  accounts,
  activities,
  activityBuilder,
  billing,
  browse,
  chat,
  goals,
  groups,
  legal,
  lists,
  logs,
  moderation,
  posts,
  publishing,
  sessionGoals,
  sessions,
  sessionBuilder,
  tokens
}
const exported = Object.entries(features).flatMap(([feature, all]) =>
  Object.entries(all as Record<string, unknown>).map(([name, value]): [string, unknown] => [
    `${feature}.${name}`,
    value
  ])
)
const has = (value: unknown, ...keys: string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every(key => key in value)
const endpoints = exported.filter((entry): entry is [string, Endpoint] => has(entry[1], 'method', 'response'))
const pages = exported.filter((entry): entry is [string, Page] => has(entry[1], 'head', 'data'))
const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

test('the check finds the contracts of calls and pages', { tags: 'D-19' }, () => {
  expect(endpoints.length).toBeGreaterThan(70)
  expect(pages.length).toBeGreaterThan(30)
})

describe('calls', () => {
  test('a method and a path belong to one call', { tags: 'D-19' }, () => {
    const names = new Map<string, string[]>()
    for (const [name, call] of endpoints) {
      for (const { path } of addressesOf(call)) {
        const address = `${call.method} ${path.replace(/:\w+/g, ':')}`
        names.set(address, [...(names.get(address) ?? []), name])
      }
    }
    expect([...names.values()].filter(({ length }) => length > 1)).toEqual([])
  })

  test.each(endpoints)(
    '%s has a lower-case path under /api with distinct parameters',
    { tags: 'D-19' },
    (_, { path }) => {
      expect(path).toMatch(/^\/api(\/(:?[a-z_]+|[a-z0-9-]+))+$/)
      const params = paramsOf(path)
      expect(new Set(params).size).toBe(params.length)
      expect(fillPath(path, Object.fromEntries(params.map(name => [name, 'x'])))).not.toContain(':')
    }
  )

  test.each(endpoints)('%s has a summary of one line', (_, { summary }) => {
    expect(summary.length).toBeGreaterThan(8)
    expect(summary).not.toMatch(/\n|\.$/)
    // Readers of the API document don't have the specification, so no requirement ids.
    expect(summary).not.toMatch(/[A-Z]-\d|documented/)
  })

  test.each(endpoints.filter(([, { method }]) => method === 'GET'))(
    '%s uses GET and has no body',
    { tags: 'D-19' },
    (_, call) => {
      expect(call.body).toBeUndefined()
    }
  )

  const params = endpoints.filter(([, { path }]) => paramsOf(path).length > 0)
  test.each(params)('%s has a path parameter, so it may return 404', { tags: 'D-18' }, (_, { refusals }) => {
    expect(refusals).toContain('notFound')
  })

  // A hut that takes no new people, no passwords or no guests refuses visitors.
  const forVisitors = ['accounts.register', 'accounts.login', 'sessions.joinAsGuest']
  const forPeople = endpoints.filter(
    ([name, { refusals }]) =>
      !forVisitors.includes(name) && (refusals?.includes('forbidden') || refusals?.includes('insufficientTokens'))
  )
  test.each(forPeople)('%s depends on the user, so it may return 401', { tags: 'SEC-55' }, (_, { refusals }) => {
    expect(refusals).toContain('unauthenticated')
  })

  test.each(endpoints)('%s lists no refusal twice', { tags: 'D-18' }, (_, { refusals = [] }) => {
    expect(new Set(refusals).size).toBe(refusals.length)
  })
})

describe('pages', () => {
  test('a path belongs to one page', { tags: 'D-20' }, () => {
    const paths = pages.flatMap(([, page]) =>
      [page.path, ...(page.aliases ?? [])].map(path => path.replace(/:\w+/g, ':'))
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  test.each(pages.filter(([, page]) => page.aliases))(
    'each alias of %s has the parameters of its path',
    { tags: 'D-20' },
    (_, page) => {
      for (const alias of page.aliases ?? [])
        expect(paramsOf(alias)).toEqual(expect.arrayContaining(paramsOf(page.path)))
    }
  )

  test.each(pages)('the data of %s is an object', { tags: 'D-20' }, (_, page) => {
    expect(z.safeParse(page.data, null).success).toBe(false)
    expect(z.safeParse(page.data, 'text').success).toBe(false)
  })
})

describe('error messages for wrong fields', () => {
  const errorsOf = (call: { body?: z.ZodMiniType | undefined }, body: unknown): Record<string, string> => {
    if (!call.body) throw new Error('this call has no body')
    const result = z.safeParse(call.body, body)
    if (result.success) return {}
    // The form shows the first message of a field.
    const texts = result.error.issues.map(({ path, message }): [string, string] => [path.join('.'), message])
    return Object.fromEntries(texts.reverse())
  }
  const uuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const long = (n: number) => 'x'.repeat(n)
  const TOO_LONG = (n: string) => `Use at most ${n} characters.`

  test.each<[string, { body?: z.ZodMiniType | undefined }, unknown, Record<string, string>]>([
    ['a list needs a title', lists.storeActivityList, { title: ' ' }, { title: 'Value is required.' }],
    ['a title has at most 255 characters', lists.storeActivityList, { title: long(256) }, { title: TOO_LONG('255') }],
    ['a title of 255 characters', lists.storeActivityList, { title: long(255) }, {}],
    [
      'a post needs content',
      posts.storeSessionPost,
      { item: { content: '' } },
      { 'item.content': 'Value is required.' }
    ],
    ['a post without a title', posts.storeSessionPost, { item: { content: 'Hi' } }, {}],
    [
      'a reply to an invalid post',
      posts.storeSessionPost,
      { item: { content: 'Hi', parent_id: 'a' } },
      { 'item.parent_id': 'Choose a post to reply to.' }
    ],
    [
      'a post is too long',
      posts.storeSessionPost,
      { item: { content: long(50_001) } },
      { 'item.content': TOO_LONG('50,000') }
    ],
    [
      'a message needs content',
      chat.sendMessage,
      { content: ' ', messageable_type: 'challenge_event', messageable_id: 1 },
      { content: 'Value is required.' }
    ],
    [
      'a message is too long',
      chat.sendMessage,
      { content: long(2001), messageable_type: 'challenge_event', messageable_id: 1 },
      { content: TOO_LONG('2,000') }
    ],
    [
      'chat exists in sessions only',
      chat.sendMessage,
      { content: 'Hi', messageable_type: 'goal', messageable_id: 1 },
      { messageable_type: 'Chat exists in sessions only: give challenge_event.' }
    ],
    [
      'a message needs a session',
      chat.sendMessage,
      { content: 'Hi', messageable_type: 'challenge_event' },
      { messageable_id: 'Give the id of the session.' }
    ],
    ['a group needs a title', groups.storeGroup, {}, { title: 'Value is required.' }],
    ['an invalid parent of a group', groups.patchGroup, { parent_id: 'x' }, { parent_id: 'Give the id of a group.' }],
    ['a group without a parent', groups.patchGroup, { parent_id: null }, {}],
    ['joining with an invalid flag', groups.joinGroup, { is_joined: 2 }, { is_joined: 'Give 0 or 1.' }],
    ['joining without a body', groups.joinGroup, null, {}],
    [
      'an empty log',
      sessions.storeSessionLog,
      { title: ' ', content: '' },
      { amount: 'Enter an amount, a distance, a time or a note.' }
    ],
    ['a log with the amount 0', sessions.storeSessionLog, { amount: 0 }, {}],
    ['a log with a text only', logs.storeQuickLog, { goal_id: 1, content: 'Rested' }, {}],
    ['a press needs a goal', logs.storeQuickLog, {}, { goal_id: 'Choose a goal.' }],
    [
      'a negative amount',
      logs.storeQuickLog,
      { goal_id: 1, amount: -1 },
      { amount: 'Enter a number that isn’t negative.' }
    ],
    [
      'a duration of months',
      logs.storeQuickLog,
      { goal_id: 1, duration: 2_592_001 },
      { duration: 'A duration is at most 30 days.' }
    ],
    ['an unknown status', logs.updateLog, { status: 5 }, { status: 'Give a log status from 1 to 4.' }],
    [
      'stopping with another status',
      timerApi.stopLog,
      { status: 2 },
      { status: 'Give status 3 to pause or 4 to stop.' }
    ],
    ['a remaining time of any kind', timerApi.stopLog, { status: 3, remaining_duration: 'soon' }, {}],
    [
      'copying an invalid goal',
      sessionGoals.addToMyGoals,
      { goalUuid: 'x' },
      { challengeEventId: 'Give the id of the session.', goalUuid: 'Give a uuid.' }
    ],
    ['an invalid tick', sessionGoals.saveTaskListProgress, { items: ['x'], goal_id: 1 }, { 'items.0': 'Give a uuid.' }],
    [
      'ticks need a goal',
      sessionGoals.saveTaskListProgress,
      { items: [], goal_id: null },
      { goal_id: 'Give the id of a goal of yours or the uuid of a goal of the session.' }
    ],
    [
      'ticks of a goal of the plan',
      sessionGoals.saveTaskListProgress,
      { items: [uuid], goal_id: uuid, challenge_event_id: 3 },
      {}
    ],
    ['at least one goal', goals.storeGoal, { challenge: { tasks: [] } }, { 'challenge.tasks': 'Give a goal.' }],
    [
      'an update takes one goal only',
      goals.updateGoal,
      { challenge: { tasks: [{ title: 'A' }, { title: 'B' }] } },
      { 'challenge.tasks': 'Give one goal.' }
    ],
    [
      'an unknown status of a goal',
      goals.updateGoal,
      { challenge: { tasks: [{ title: 'A', status: 3 }] } },
      { 'challenge.tasks.0.status': 'Give status 1 or 2.' }
    ]
  ])(
    '%s',
    {
      tags: [
        'LIST-01',
        'FOR-02',
        'FOR-09',
        'FOR-11',
        'FOR-10',
        'D-106',
        'GRP-04',
        'D-112',
        'D-110',
        'SGL-18',
        'SGL-25',
        'LOG-28',
        'LOG-08',
        'D-100',
        'TMR-15',
        'D-102',
        'D-96',
        'D-49',
        'D-50'
      ]
    },
    (_, call, body, fields) => {
      expect(errorsOf(call, body)).toEqual(fields)
    }
  )
})
