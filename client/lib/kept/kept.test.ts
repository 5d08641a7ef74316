/** When the device keeps pages, and when it removes them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond } from '../../../testing/page/show.tsx'
import { findUser, logout, signOutEverywhere } from '../../accounts/accounts.ts'
import { watchLogin } from '../../accounts/login-watch.ts'
import { recheckLogin } from '../identity.ts'
import { getUser, setUser } from '../user.ts'
import { watchKept } from './kept.ts'
import * as pages from './kept-pages.ts'

vi.mock('./kept-pages.ts', () => ({
  startKeeping: vi.fn(async () => {}),
  forgetPages: vi.fn(async () => {}),
  keptUser: vi.fn(async () => null)
}))

const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))

let stop: (() => void) | undefined

beforeEach(() => {
  vi.stubGlobal('indexedDB', {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  localStorage.setItem('kept', '1')
  setUser(ADA)
})
afterEach(() => {
  stop?.()
  forget()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('visitors load no code for kept pages', { tags: 'D-158' }, async () => {
  localStorage.clear()
  setUser(null)
  respond({ 'GET /api/get-user': NO_LINE })
  stop = watchKept(new Map())
  await expect(findUser()).rejects.toThrow()
  expect(
    [pages.startKeeping, pages.keptUser, pages.forgetPages].map(call => vi.mocked(call).mock.calls.length)
  ).toEqual([0, 0, 0])
})

test('keeps pages of the signed-in person, and of whoever signs in later', { tags: 'D-158' }, async () => {
  stop = watchKept(new Map())
  await vi.waitFor(() => expect(pages.startKeeping).toHaveBeenCalledWith(ADA, new Map()))
  setUser({ ...ADA, id: 2 })
  await vi.waitFor(() => expect(pages.startKeeping).toHaveBeenCalledTimes(2))
})

test.each([
  ['a logout', logout],
  ['signing out everywhere', signOutEverywhere]
])('removes everything at %s before the page reloads', { tags: 'D-158' }, async (_, leave) => {
  respond({ 'POST /api/logout': () => json({}), 'POST /api/account/sign-out': () => json({}) })
  await leave()
  expect(pages.forgetPages).toHaveBeenCalledWith(undefined)
  expect(localStorage.getItem('kept')).toBeNull()
})

test('removes the pages at the first contact after the login ended', { tags: 'D-158' }, async () => {
  respond({ 'GET /api/get-user': () => json(null) })
  watchLogin()
  await recheckLogin()
  await vi.waitFor(() => expect(pages.forgetPages).toHaveBeenCalledWith(ADA.id))
})

test('a page that begins without a user removes the pages of a login that has ended', { tags: 'D-158' }, async () => {
  setUser(null)
  respond({ 'GET /api/get-user': () => json(null) })
  await findUser()
  await vi.waitFor(() => expect(pages.forgetPages).toHaveBeenCalledWith(undefined))
})

test('without a connection the page begins with the person whose pages are kept', { tags: 'D-158' }, async () => {
  setUser(null)
  respond({ 'GET /api/get-user': NO_LINE })
  vi.mocked(pages.keptUser).mockResolvedValueOnce(ADA)
  await findUser()
  expect(getUser()).toEqual(ADA)
  expect(pages.forgetPages).not.toHaveBeenCalled()
  await expect(findUser()).rejects.toThrow()
})
