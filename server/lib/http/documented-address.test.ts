import { expect, test } from 'vitest'
import { documentedAddress } from './documented-address.ts'

const WRITES: [sent: string, led: string][] = [
  ['/goals/store', '/api/goals/store'],
  ['/api/goals/store', '/api/goals/store'],
  ['/api', '/api'],
  // Only the prefix is similar. It is not `/api`.
  ['/apiary/1', '/api/apiary/1'],
  ['/huts/calm/join', '/api/groups/calm/join'],
  ['/api/huts/calm/join?a=1', '/api/groups/calm/join?a=1'],
  ['/huts', '/api/huts'],
  ['/tokens/add-free', '/api/tokens/tokens/add-free'],
  ['/tokens/tokens/add-free', '/api/tokens/tokens/add-free'],
  ['/tokens/redeem-available?a=1', '/api/tokens/tokens/redeem-available?a=1'],
  ['/tokens/add-freely', '/api/tokens/add-freely']
]

test.each(WRITES)('a write to %s is served at %s, with any method', { tags: ['D-08', 'D-19', 'D-37'] }, (sent, led) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(documentedAddress(method, sent)).toBe(led)
})

const READS: [sent: string, led: string][] = [
  ['/get-user', '/api/get-user'],
  ['/get-user?a=1', '/api/get-user?a=1'],
  ['/sanctum/csrf-cookie', '/api/sanctum/csrf-cookie'],
  ['/challenges/7/poll', '/api/challenges/7/poll'],
  ['/challenge-events/box/stream?since=4', '/api/challenge-events/box/stream?since=4'],
  ['/me/persons', '/api/me/persons'],
  ['/items/parents/search/ada', '/api/items/parents/search/ada'],
  ['/api.home', '/api'],
  ['/api/home?page=2', '/api?page=2'],
  ['/api.events.home', '/api/events'],
  ['/api.activities.home?q=walk', '/api/activities?q=walk']
]

test.each(READS)('a read of %s is served at %s, also for HEAD', { tags: ['D-19', 'D-20'] }, (sent, led) => {
  for (const method of ['GET', 'HEAD']) expect(documentedAddress(method, sent)).toBe(led)
})

test.each([
  '/',
  '/get-users',
  '/ada/get-user',
  '/challenges/7',
  '/challenges/7/8/poll',
  '/huts/calm',
  '/group/calm',
  '/api.home.html',
  '/tokens'
])('the page %s keeps its address', url => {
  expect(documentedAddress('GET', url)).toBe(url)
})

test('an OPTIONS request keeps its address', () => {
  expect(documentedAddress('OPTIONS', '/goals/store')).toBe('/goals/store')
})
