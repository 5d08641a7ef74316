import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { ZoneOffer } from './ZoneOffer.tsx'

afterEach(() => {
  localStorage.clear()
  forget()
})

function inZone(timeZone: string, account: string): void {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone
  })
  setUser({ ...ADA, time_zone: account })
  show(<ZoneOffer />)
}

test('on a journey one press moves the days to the zone of the device', async () => {
  const sent = respond({ 'PATCH /api/account/days': () => json({ user: { ...ADA, time_zone: 'Asia/Tokyo' } }) })
  inZone('Asia/Tokyo', 'Europe/Berlin')
  fireEvent.click(screen.getByRole('button', { name: 'Use Tokyo' }))
  await waitFor(() => expect(screen.queryByText(/This device is in Tokyo/)).toBeNull())
  expect(sent[0]?.body).toMatchObject({ time_zone: 'Asia/Tokyo' })
})

test('a person who keeps their zone is not asked about this one again', () => {
  inZone('Asia/Tokyo', 'Europe/Berlin')
  fireEvent.click(screen.getByRole('button', { name: 'Keep Berlin' }))
  expect(screen.queryByRole('status')).toBeNull()
  show(<ZoneOffer />)
  expect(screen.queryByText(/This device is in/)).toBeNull()
})

test('a zone with the same time is not offered', () => {
  inZone('Europe/Paris', 'Europe/Berlin')
  expect(screen.queryByText(/This device is in/)).toBeNull()
})
