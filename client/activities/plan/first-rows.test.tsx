import { MantineProvider } from '@mantine/core'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { plan } from '../../../domain/activities/plan.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../../testing/plans.ts'
import { Hydrating } from '../../lib/hydrated.ts'
import { MOST_RENDERED } from '../../ui/loading/first-rows.ts'
import { PlanGoals } from './PlanGoals.tsx'
import { PlanTimeline } from './PlanTimeline.tsx'

const large = z.parse(plan, {
  parts: [1, 2].map(() => partGroupOf(Array.from({ length: 250 }, () => partOf()))),
  tasks: [taskGroupOf(Array.from({ length: 250 }, () => taskOf({ title: 'Read a page' })))]
})
const page = (
  <MantineProvider>
    <Hydrating>
      <PlanTimeline plan={large} limit={null} />
      <PlanGoals groups={large.tasks} />
    </Hydrating>
  </MantineProvider>
)
const rowsIn = (html: string, element = 'li') =>
  html.split(`<${element} `).length + html.split(`<${element}>`).length - 2

test('the server renders the first rows of a large plan; the browser shows all rows', async () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  expect(rowsIn(container.innerHTML)).toBe(2 * MOST_RENDERED)
  expect(container.textContent).toContain('and 440 more parts')
  expect(container.textContent).toContain('and 190 more goals')
  const mismatches: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: error => mismatches.push(error) })
  )
  expect(mismatches).toEqual([])
  expect(rowsIn(container.innerHTML)).toBe(750)
  expect(container.textContent).not.toContain('more parts')
  await act(async () => root.unmount())
})
