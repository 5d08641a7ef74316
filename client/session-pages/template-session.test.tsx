import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { readClock } from '../../domain/sessions/clock.ts'
import { START, strangersRoom } from '../../testing/page/session-page.ts'
import { forget, show } from '../../testing/page/show.tsx'
import { RoomActions } from './RoomActions.tsx'

afterEach(forget)

test('a template session offers Create Challenge instead of Join', { tags: ['SES-048', 'D-80'] }, () => {
  const data = strangersRoom({ is_preset: 1, status: 0 })
  show(<RoomActions data={data} clock={readClock({ ...data.challengeEvent, plan: data.challengeEvent }, START)} />)
  const link = screen.getByRole('link', { name: 'Create Challenge' })
  expect(link.getAttribute('href')).toBe('/challenges/create?template=study-hall')
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
})
