/** Sends unknown ids and odd queries to every contract and page. */
import { expect, test } from 'vitest'
import { allContracts } from '../../testing/contracts.ts'
import { countRows } from '../../testing/database/rows.ts'
import {
  attackedWorld,
  expectRefused,
  fillWith,
  namedContracts,
  send,
  together
} from '../../testing/input/bad-requests.ts'

const { pages } = await allContracts()
const attacked = attackedWorld()

const UNKNOWN = ['999999', '0', '-1', '1.5', '99999999999999999999999', 'nothing-of-that-name', "1' or 1=1", '💥', '%']

test.each(namedContracts.filter(([, { path }]) => path.includes(':')))(
  '%s refuses unknown, huge and unreadable ids',
  async (_, endpoint) => {
    const before = await countRows(attacked.world.db)
    const payload = endpoint.body ? '{}' : undefined
    await together(UNKNOWN, async id => {
      for (const caller of [attacked.mallory, attacked.world.visitor]) {
        expectRefused(await send(caller, endpoint, fillWith(endpoint.path, id), payload))
      }
    })
    await together(['%00', 'a%00b', '%zz', '%ff', '..%2f..%2fetc', 'x'.repeat(2000)], async raw => {
      expectRefused(await send(attacked.mallory, endpoint, endpoint.path.replace(/:\w+/g, raw), payload))
    })
    expect(await countRows(attacked.world.db)).toEqual(before)
  }
)

test('odd queries are refused or ignored and never cause an internal error', async () => {
  for (const [, endpoint] of namedContracts) {
    const url = attacked.adasPath(endpoint.path)
    expectRefused(await send(attacked.mallory, endpoint, `${url}?a=%00`), 400)
    if (endpoint.method !== 'GET') continue
    await together(ODD_QUERIES, async query => {
      expect((await send(attacked.mallory, endpoint, `${url}?${query}`)).statusCode).toBeLessThan(500)
    })
  }
})

const ODD_QUERIES = [
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  'page=-1',
  'page=0',
  'page=abc',
  'page=1e99',
  'page=99999999999999999999',
  'page=1000000',
  'q=%25%27%22%5C',
  `q=${'x'.repeat(5000)}`,
  'q=%ff',
  'q=a&q=b',
  'category=nothing',
  'category=1&category=2',
  'category=99999999999999999999',
  'difficulty=x',
  'joined=2',
  'templates[]=1',
  '__proto__=1',
  '%zz',
  '&&&==='
]

test('every page reads odd queries and refuses unknown ids', {
  tags: ['API-07', 'API-08', 'API-13'],
  timeout: 240_000
}, async () => {
  for (const page of pages) {
    const path = page.path === '/' ? '' : page.path
    for (const prefix of ['/api', '']) {
      for (const caller of [attacked.mallory, attacked.world.visitor]) {
        await together(ODD_QUERIES, async query => {
          const response = await caller.request({
            url: `${prefix}${attacked.adasPath(path) || (prefix ? '' : '/')}?${query}`
          })
          expect(response.statusCode, `${page.path} ${query} ${response.body.slice(0, 200)}`).toBeLessThan(500)
        })
      }
    }
    // A page with a token in its path opens with any token. The server checks the token when the form is sent. The pages
    // of an invitation and of an app's question say that it has ended.
    if (!path.includes(':') || path.endsWith('/:token')) continue
    if (path === '/invite/:code' || path === '/oauth/connect/:question') continue
    await together(UNKNOWN, async id => {
      expectRefused(await attacked.mallory.request({ url: `/api${fillWith(path, id)}` }))
    })
  }
})
