import { expect, type Page } from '@playwright/test'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import { signUp, workerControls } from './product.ts'
import { countDown, makeSession, test } from './room.ts'

/** Opens a page, and waits until the service worker controls it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await workerControls(page)
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

/** Makes a goal of one press. */
async function makeGoal(page: Page, title: string): Promise<number> {
  const button = { uuid: crypto.randomUUID(), amount: 1, status: 1 as const }
  const task = taskOf({ title, amount: 3, quick_log_buttons: [button] })
  const made = await page.context().request.post('/api/goals/store', { data: { challenge: { tasks: [task] } } })
  expect(made.ok(), await made.text()).toBe(true)
  return (await made.json()).goal.id
}

test('offline after a reload: Today, a goal that was never opened, a press taken back, and a new goal', {
  tag: '@D-158'
}, async ({ person }) => {
  test.setTimeout(120_000)
  const { page, context } = await person('ada', { width: 390, height: 664, worker: true })
  const id = await makeGoal(page, 'Read 12 books')
  const heading = page.getByRole('heading', { level: 1 })
  const line = page.getByRole('status').filter({ hasText: 'You’re offline' })
  await open(page, '/my/goals')
  await expect.poll(async () => (await rowsOf(page))[2]).toBe(1)
  await page.goto('/my/today')
  await expect.poll(async () => (await rowsOf(page))[2]).toBe(2)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Read 12 books').first()).toBeVisible()
  await page.goto(`/my/goals/${id}`)
  await expect(heading).toHaveText('Goal: Read 12 books')
  await page.getByRole('button', { name: '1 time', exact: true }).click()
  await expect(line).toHaveText('You’re offline · 1 waiting to send')
  await page.reload()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const waiting = page.getByRole('list', { name: 'Waiting to send' }).last()
  await waiting.getByRole('button', { name: 'Take back' }).click()
  await expect(line).toHaveText('You’re offline')

  await page.goto('/my/goals?create')
  await page.getByLabel('What do you want to do?').fill('walk 30 minutes every day')
  await expect(page.getByRole('list', { name: 'Understood' })).toContainText('Every day')
  await page.getByRole('button', { name: 'Create goal' }).click()
  const made = page.getByRole('list', { name: 'Waiting to be created' })
  await expect(made).toContainText('Walk 30 minutes')
  await page.reload()
  await expect(made).toContainText('Walk 30 minutes')

  await context.setOffline(false)
  await expect(made).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Walk 30 minutes' })).toBeVisible()
  const goals = await (await context.request.get('/api/my/goals')).json()
  const found = goals.serverData.my_goals.map((goal: { title: string; amount_elapsed: number }) => [
    goal.title,
    goal.amount_elapsed
  ])
  expect(found).toEqual([
    ['Walk 30 minutes', 0],
    ['Read 12 books', 0]
  ])
})

test('two tabs offline send each press once, and what was half typed is offered again', {
  tag: '@D-158'
}, async ({ person }) => {
  const { page, context } = await person('ada', { width: 390, height: 664, worker: true })
  await makeGoal(page, 'Read 12 books')
  await open(page, '/my/goals')
  await expect.poll(async () => (await rowsOf(page))[2]).toBe(1)
  const second = await context.newPage()
  await second.goto('/my/goals')
  await context.setOffline(true)
  for (const tab of [page, second]) {
    await tab.reload()
    const card = tab.getByRole('article').filter({ hasText: 'Read 12 books' })
    await card.getByRole('button', { name: '1 time', exact: true }).click()
    await expect(card).toContainText(tab === page ? '1 of 3' : '2 of 3')
  }
  await second.getByRole('button', { name: 'Create a Goal' }).click()
  await second.getByLabel('What do you want to do?').fill('swim 2 miles every week')
  await expect(second.getByRole('list', { name: 'Understood' })).toContainText('Every week')
  second.on('dialog', dialog => void dialog.accept())
  await expect.poll(() => second.evaluate(() => JSON.stringify(localStorage))).toContain('Swim 2 miles')
  await second.close({ runBeforeUnload: false })
  await context.setOffline(false)
  await expect
    .poll(async () => (await (await context.request.get('/api/my/goals')).json()).serverData.my_goals[0].amount_elapsed)
    .toBe(2)
  await page.goto('/my/goals?create')
  await page.getByRole('button', { name: /^Restore/ }).click()
  await expect(page.getByLabel(/^Title \*/)).toHaveValue('Swim 2 miles')
})

test('a device keeps nothing for the next person, after an ended login, or after 20 days', {
  tag: '@D-158'
}, async ({ person }) => {
  test.setTimeout(120_000)
  const ada = await person('ada', { width: 390, height: 664, worker: true })
  const { page, context } = ada
  await makeGoal(page, 'Ada’s secret goal')
  await open(page, '/my/goals')
  await expect.poll(async () => (await rowsOf(page))[2]).toBe(1)

  // The login ends on the server while the device sleeps.
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Ada’s secret goal')).toBeVisible()
  await context.clearCookies()
  await context.setOffline(false)
  await page.reload()
  await expect.poll(async () => rowsOf(page)).toEqual([0, 0, 0])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expect(page.getByText('Ada’s secret goal')).toHaveCount(0)
  await context.setOffline(false)

  // The next person of the device finds nothing of the first one.
  await signUp(context, 'grace')
  await makeGoal(page, 'Grace’s goal')
  await page.goto('/my/goals')
  await expect(page.getByText('Grace’s goal')).toBeVisible()
  await expect.poll(async () => (await rowsOf(page))[2]).toBe(1)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Grace’s goal')).toBeVisible()
  await expect(page.getByText('Ada’s secret goal')).toHaveCount(0)

  // Asleep for 20 days.
  const now = await page.evaluate(() => Date.now())
  await context.clock.setFixedTime(now + 20 * 86_400_000)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  expect(await rowsOf(page)).toEqual([0, 0, 0])
})
