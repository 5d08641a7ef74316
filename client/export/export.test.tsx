import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LINES } from '../../domain/export/export.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { ExportPanel } from './ExportPanel.tsx'

const LOGS = 'GET /api/account/export/logs.csv'
afterEach(forget)

test('downloads my logs as a file and shows the progress meanwhile', { tags: 'D-131' }, async () => {
  let more = (_: string | null): void => {}
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      more = text => (text === null ? stream.close() : stream.enqueue(new TextEncoder().encode(text)))
    }
  })
  const headers = { [LINES]: '4', 'content-disposition': 'attachment; filename="logs.csv"' }
  const sent = respond({ [LOGS]: () => new Response(body, { headers }) })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    saved.push(file as Blob)
    return 'blob:'
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  setUser(ADA)
  show(<ExportPanel />)
  fireEvent.click(screen.getByRole('button', { name: 'Logs (CSV)' }))
  more('date\nfirst\n')
  expect(await screen.findByText('50%')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Everything (JSON)' })).toHaveProperty('disabled', true)
  // A disabled button would lose the focus.
  expect(screen.getByRole('button', { name: 'Logs (CSV)' })).toHaveProperty('disabled', false)
  more('second\n')
  more(null)
  await waitFor(() => expect(clicked).toHaveBeenCalled())
  expect(await saved[0]?.text()).toBe('date\nfirst\nsecond\n')
  expect(sent[0]?.headers['x-person']).toBe('1')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

test('shows why an export was refused', async () => {
  respond({ [LOGS]: () => json({ message: 'Enough for today.', error: 'Enough for today.' }, 429) })
  setUser(ADA)
  show(<ExportPanel />)
  fireEvent.click(screen.getByRole('button', { name: 'Logs (CSV)' }))
  expect(await screen.findByText('Enough for today.')).toBeTruthy()
})
