import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { partsOf, planOf } from '../../../domain/activities/example-plan.ts'
import { NOW } from '../../../testing/page/cards.ts'
import { forget, respond, show } from '../../../testing/page/show.tsx'
import { TryPlan } from './TryPlan.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
  forget()
})

const PLAN = planOf({ parts: [partsOf(1, [{ title: 'Run' }, { title: 'Walk' }])] })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const ring = () => screen.getByRole('timer')

test('a plan runs alone at three speeds, pauses, ends and begins again, and sends nothing', () => {
  const sent = respond({})
  show(<TryPlan plan={PLAN} opened onClose={() => {}} />)
  pass(1000)
  expect(ring().textContent).toContain('00:59')
  press('20×')
  pass(2000)
  expect(ring().textContent).toContain('00:19')
  press('Pause')
  pass(60_000)
  expect(ring().textContent).toContain('00:19')
  press('Resume')
  pass(2000)
  expect(ring().getAttribute('aria-label')).toBe('Walk')
  pass(5000)
  expect(screen.getByText('That was it')).toBeTruthy()
  press('From the start')
  pass(1000)
  expect(ring().getAttribute('aria-label')).toBe('Run')
  expect(sent).toEqual([])
})
