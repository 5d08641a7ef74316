import { screen, waitFor } from '@testing-library/react'
import type { LoaderFunctionArgs } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokensPage } from '../../domain/tokens/api.ts'
import { answer, forget, json, show } from '../testing/show.tsx'
import { pageLoader, usePersonalPage } from './page.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const load = (path: string, options = {}) =>
  pageLoader(options)({ request: new Request(`http://localhost${path}`) } as LoaderFunctionArgs)

function Uses() {
  return <p>{usePersonalPage(tokensPage)?.balance?.free ?? 'no data'}</p>
}

test('API-11 the data of a page comes from /api and its path, and heads the document', async () => {
  answer({ 'GET /api/tokens?page=2': () => json({ serverData: { balance: { free: 7 }, ledger: [] } }) })
  await load('/tokens?page=2')
  show(<Uses />, '/tokens?page=2')
  expect(await screen.findByText('7')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Tokens · Challenge Hut'))
})

test('API-46 a missing serverData logs a warning', async () => {
  answer({ 'GET /api/tokens': () => json({}) })
  await expect(load('/tokens')).rejects.toThrow()
  expect(console.warn).toHaveBeenCalledWith('/api/tokens answered without serverData')
})

test('MYS-10 a visitor on a personal page causes no fetch', async () => {
  const sent = answer({})
  await load('/my/goals', { personal: true })
  show(<Uses />, '/my/goals')
  expect(screen.getByText('no data')).toBeTruthy()
  expect(sent).toEqual([])
})
