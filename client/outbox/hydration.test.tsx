import { render, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { ADA, forget, respond } from '../../testing/page/show.tsx'
import { pressGoal, usePending } from '../goals/goal-presses.ts'
import { Hydrating } from '../lib/hydrated.ts'
import { setUser } from '../lib/user.ts'
import { useOutbox } from './outbox.ts'

afterEach(forget)

function Waiting() {
  const items = useOutbox()
  return (
    <div>
      <p>{usePending({ id: 5 }).amount} pages</p>
      {items.length > 0 && <em>Waits</em>}
    </div>
  )
}

const page = (
  <Hydrating>
    <Waiting />
  </Hydrating>
)

test('hydrates a page while items wait, and shows them afterwards', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  respond({ [`POST ${storeQuickLog.path}`]: () => new Promise(() => {}) })
  setUser(ADA)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const rendered = container.firstChild
  pressGoal({ goal_id: 5, amount: 3 }, '3 pages')
  render(page, { container, hydrate: true })
  await waitFor(() => expect(container.textContent).toBe('3 pagesWaits'))
  expect(container.firstChild).toBe(rendered)
  expect(error).not.toHaveBeenCalled()
})
