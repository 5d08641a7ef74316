import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { DaysPanel } from './DaysPanel.tsx'

afterEach(forget)

const here = (timeZone: string) =>
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never)
const zone = () => screen.getByLabelText<HTMLSelectElement>('Time zone').value

test("saves another hour as the start of a day, and takes the device's time zone with one press", async () => {
  here('Asia/Tokyo')
  setUser(ADA)
  const sent = respond({
    'PATCH /api/account/days': () => json({ user: { ...ADA, time_zone: 'Asia/Tokyo', day_start: 4 } })
  })
  show(<DaysPanel user={ADA} />)
  expect(zone()).toBe('UTC')
  expect(screen.getByText('This device is in Tokyo, Asia.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Use it' }))
  expect(zone()).toBe('Asia/Tokyo')
  expect(screen.queryByText(/This device/)).toBeNull()
  fireEvent.change(screen.getByLabelText('A day starts at'), { target: { value: '4' } })
  fireEvent.click(screen.getByLabelText('Sunday'))
  fireEvent.click(screen.getByLabelText('Saturday'))
  fireEvent.click(screen.getByRole('button', { name: 'Save days' }))
  expect(await screen.findByText('Saved. Your earlier logs keep their day.')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ time_zone: 'Asia/Tokyo', day_start: 4, streaks: true, rest_days: [6, 7] })
})

test('turning streaks off hides the choice of rest days', () => {
  show(<DaysPanel user={ADA} />)
  expect(screen.getByLabelText('Monday')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Show my streaks'))
  expect(screen.queryByLabelText('Monday')).toBeNull()
})

test('treats a browser that does not know its time zone as UTC', () => {
  here('Etc/Unknown')
  show(<DaysPanel user={ADA} />)
  expect(screen.queryByText(/This device/)).toBeNull()
})
