/** Tests requests that a browser makes because a person's text contains an address. */
import { expect, test } from 'vitest'
import { getAppQuestion } from '../../../domain/accounts/apps/api.ts'
import { getPaymentIntent } from '../../../domain/billing/tokens-api.ts'
import { allContracts } from '../../../testing/contracts.ts'
import { digestRows } from '../../../testing/database/rows.ts'
import { attackedWorld, namedContracts } from '../../../testing/input/bad-requests.ts'

const attacked = attackedWorld()
const { pages } = await allContracts()
const reads = namedContracts.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path)
const ofPages = pages.map(({ path }) => `/api${path === '/' ? '' : path}`)

test.each(['image', 'iframe', 'script', 'style', 'audio', 'object', 'embed', 'worker', 'nonsense'])(
  'no call is made for content that a page embeds as %s',
  { tags: 'D-119' },
  async dest => {
    for (const path of [...reads, ...ofPages]) {
      const plain = attacked.adasPath(path)
      for (const url of [plain, plain.replace('/api', '/%61pi')]) {
        const { statusCode } = await attacked.ada.request({ url, headers: { 'sec-fetch-dest': dest } })
        expect([url, statusCode]).toEqual([url, 403])
      }
    }
  }
)

test('pages, opened addresses and programs may read, and the API documentation loads its scripts', {
  tags: 'D-119'
}, async () => {
  const status = async (headers: Record<string, string>, url = '/api/get-user') =>
    (await attacked.ada.request({ url, headers })).statusCode
  for (const headers of [{}, { 'sec-fetch-dest': 'empty' }, { 'sec-fetch-dest': 'document' }]) {
    expect(await status(headers as Record<string, string>)).toBe(200)
  }
  expect(await status({ 'sec-fetch-dest': 'script' }, '/api/docs/static/swagger-ui-bundle.js')).toBe(200)
  expect(await status({ 'sec-fetch-dest': 'image' }, '/get-user')).toBe(403)
})

test('a GET from a link changes nothing, and a GET that would is refused', { tags: 'D-119' }, async () => {
  const { world, ada, adasPath } = attacked
  // The first readers make the server create its keys for pushes and apps. Do it before the comparison.
  for (const path of ['/api/account/reminders', adasPath(getAppQuestion.path)]) await ada.request({ url: path })
  const before = await digestRows(world.db)
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }
  const paths = [...reads, ...ofPages, ...pages.map(page => page.path)]
  // A digest of all rows takes longer than ten calls.
  for (let start = 0; start < paths.length; start += 10) {
    const called = paths.slice(start, start + 10)
    for (const path of called) {
      const { statusCode } = await ada.request({ url: adasPath(path), headers })
      if (path === getPaymentIntent.path) expect(statusCode).toBe(403)
    }
    expect([called, await digestRows(world.db)]).toEqual([called, before])
  }
})

test('only our own pages and programs can prepare a payment', {
  tags: 'TOK-28'
}, async () => {
  const status = async (headers: Record<string, string>) =>
    (await attacked.ada.request({ url: getPaymentIntent.path, headers })).statusCode
  expect(await status({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await status({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect(await status({})).toBe(200)
})
