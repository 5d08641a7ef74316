import { expect, type Page } from '@playwright/test'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import { countDown, makeSession, test } from './room.ts'

/** Opens a page, and waits until the service worker controls it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** The number of rows in each table of the kept pages. */
const rowsOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kept')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const counts = ['owner', 'sizes', 'pages'].map(
      table =>
        new Promise<number>(resolve => {
          const request = database.transaction(table).objectStore(table).count()
          request.onsuccess = () => resolve(request.result)
        })
    )
    const found = await Promise.all(counts)
    database.close()
    return found
  })

test('goals and the room open without a connection, take a log, and are gone after a logout', {
  tag: '@D-158'
}, async ({ person, pass }) => {
  test.setTimeout(120_000)
  const ada = await person('ada', { width: 390, height: 664, worker: true })
  const { page, context } = ada
  const { path } = await makeSession(ada, {
    parts: [partGroupOf([partOf({ title: 'Warm up', duration: 1200 })])],
    tasks: [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])]
  })
  const task = taskOf({
    title: 'Read 12 books',
    amount: 1,
    quick_log_buttons: [{ uuid: crypto.randomUUID(), amount: 1, status: 1 }]
  })
  const made = await context.request.post('/api/goals/store', { data: { challenge: { tasks: [task] } } })
  expect(made.ok(), await made.text()).toBe(true)
  const card = page.getByRole('article').filter({ hasText: 'Read 12 books' })
  const heading = page.getByRole('heading', { level: 1 })
  const pages = async (): Promise<number> => (await rowsOf(page))[2] ?? 0
  await open(page, '/my/goals')
  await expect.poll(pages).toBe(1)
  await card.getByRole('link', { name: 'Read 12 books' }).click()
  await expect(heading).toHaveText('Goal: Read 12 books')
  await expect.poll(pages).toBe(2)
  const goal = page.url()
  await page.goto(path)
  await page.getByRole('button', { name: 'Start Session' }).click()
  await countDown(page, pass)
  await expect(page.getByText('Warm up').first()).toBeVisible()
  await expect.poll(pages).toBeGreaterThanOrEqual(3)
  await page.goto(goal)
  await expect(heading).toHaveText('Goal: Read 12 books')

  await context.setOffline(true)
  await page.reload()
  await expect(heading).toHaveText('Goal: Read 12 books')
  await page.goto(path)
  await expect(heading).toHaveText('The room')
  await expect(page.getByText('Warm up').first()).toBeVisible()
  await page.goto('/my/goals')
  await expect(heading).toHaveText('My Goals')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My goals' })).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: '1 time', exact: true }).click()
  await expect(card).toContainText('1 of 1')
  await page.reload()
  await expect(card).toContainText('1 of 1')

  await context.setOffline(false)
  await expect(card.getByRole('button', { name: 'Complete', exact: true })).toBeVisible()
  await context.request.post('/api/logout')
  await page.goto('/my/goals')
  await expect.poll(async () => rowsOf(page)).toEqual([0, 0, 0])
  await context.setOffline(true)
  await page.reload()
  await expect(heading).toHaveText('You’re offline')
})
