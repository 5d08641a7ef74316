import { screen, waitFor } from '@testing-library/react'
import type { LoaderFunctionArgs } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import type { Page } from '../../domain/lib/page.ts'
import { myListPage } from '../../domain/lists/api.ts'
import { forget, json, respond, show } from '../../testing/page/show.tsx'
import { pageLoader, usePersonalPage } from './page.ts'
import { addressOf } from './page-cache.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const load = (page: Page, path: string, options = {}) => {
  const url = new URL(path, 'http://localhost')
  const { params } = addressOf(page, url)
  return pageLoader(page.path, options)({ request: new Request(url), params } as unknown as LoaderFunctionArgs)
}

function Uses() {
  return <p>{usePersonalPage(tokensPage)?.balance?.free ?? 'no data'}</p>
}

test("loads a page's data from /api and its path, and sets the document's title", { tags: 'API-11' }, async () => {
  const serverData = { balance: { free: 7 }, ledger: [], checkout: { publishable_key: null } }
  respond({ 'GET /api/tokens?page=2': () => json({ serverData }) })
  await load(tokensPage, '/tokens?page=2')
  show(<Uses />, '/tokens?page=2')
  expect(await screen.findByText('7')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Tokens · Challenge Hut'))
})

test('logs a warning when serverData is missing', { tags: 'API-46' }, async () => {
  respond({ 'GET /api/tokens': () => json({}) })
  await expect(load(tokensPage, '/tokens')).rejects.toThrow()
  expect(console.warn).toHaveBeenCalledWith('/api/tokens returned no serverData')
})

function Lists() {
  return <p>{usePersonalPage(myListPage)?.list.title ?? 'no data'}</p>
}

test("a visitor's personal page fetches nothing and still has a title", {
  tags: ['MYS-10', 'MYS-12']
}, async () => {
  const sent = respond({})
  await load(myListPage, '/my/lists/1', { personal: true })
  show(<Lists />, '/my/lists/1')
  expect(screen.getByText('no data')).toBeTruthy()
  expect(sent).toEqual([])
  await waitFor(() => expect(document.title).toBe('My List · Challenge Hut'))
})
