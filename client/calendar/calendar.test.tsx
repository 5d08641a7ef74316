import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mySessionsPage } from '../../domain/sessions/api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { MySessionsPage } from '../session-pages/MySessionsPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const feedOf = (key: string | null, choices = {}) =>
  json({ feed: key && `/my/calendar.ics?key=${key}`, has_goals: 0, has_programmes: 0, ...choices })

async function open() {
  setUser(ADA)
  putPage(mySessionsPage, '/my/sessions', { sessions: [] })
  show(<MySessionsPage />, '/my/sessions')
  fireEvent.click(screen.getByRole('button', { name: 'Show in my calendar' }))
  return within(await screen.findByRole('dialog'))
}

test('makes, copies, replaces and deletes a private address', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  let made = 0
  const sent = respond({
    'GET /api/calendar-feed': () => feedOf(null),
    'POST /api/calendar-feed': () => feedOf(`key${++made}`),
    'DELETE /api/calendar-feed': () => feedOf(null)
  })
  const dialog = await open()
  fireEvent.click(await dialog.findByRole('button', { name: 'Make a private address' }))
  const address = await dialog.findByLabelText<HTMLInputElement>('Private address')
  expect(address.value).toBe(`${location.origin}/my/calendar.ics?key=key1`)
  expect(dialog.getByRole('link', { name: 'Open in a calendar' }).getAttribute('href')).toMatch(/^webcal:.*key1$/)
  fireEvent.click(dialog.getByRole('button', { name: 'Copy' }))
  await dialog.findByRole('button', { name: 'Copied' })
  expect(writeText).toHaveBeenCalledWith(address.value)

  fireEvent.click(dialog.getByRole('button', { name: 'Replace' }))
  const confirm = async (name: string) =>
    fireEvent.click(within(await screen.findByRole('dialog', { name: /this address/ })).getByRole('button', { name }))
  await confirm('Replace')
  await waitFor(() => expect(address.value).toMatch(/key2$/))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await confirm('Delete')
  await dialog.findByRole('button', { name: 'Make a private address' })
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'DELETE'])
})

test('shows a refusal and keeps the button', async () => {
  respond({
    'GET /api/calendar-feed': () => feedOf(null),
    'POST /api/calendar-feed': () => json({ message: 'Not now.', error: 'Not now.' }, 503)
  })
  const dialog = await open()
  fireEvent.click(await dialog.findByRole('button', { name: 'Make a private address' }))
  expect(await dialog.findByText('Not now.')).toBeTruthy()
})

test('goals and programmes are in the calendar only by choice', async () => {
  const sent = respond({
    'GET /api/calendar-feed': () => feedOf('key1'),
    'PATCH /api/calendar-feed': () => feedOf('key1', { has_programmes: 1 })
  })
  const dialog = await open()
  const box = await dialog.findByLabelText<HTMLInputElement>('Units of the programmes I follow')
  expect([box.checked, dialog.getByLabelText<HTMLInputElement>(/^Goals/).checked]).toEqual([false, false])
  fireEvent.click(box)
  await waitFor(() => expect(box.checked).toBe(true))
  expect(sent.at(-1)?.body).toMatchObject({ has_programmes: 1 })
})
