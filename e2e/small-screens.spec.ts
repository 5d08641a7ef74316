/** Tests how pages fit: long words and rows of many things on the smallest phone, cards on a desktop, and paper. */
import { expect, type Page } from '@playwright/test'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import { makeSession, post, test } from './room.ts'

const SMALL = { width: 320, height: 568 }
const WORD = 'Aconcaguaexpeditionpreparationandendurancetrainingweekendretreat'
const LONG = `A weekend of ${WORD}`

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('a long word in titles wraps, and cuts off neither buttons nor "Home"', async ({ person }) => {
  const { page, context } = await person('ada', SMALL)
  const made = async (path: string, data: object) => (await context.request.post(path, { data })).json()
  const { group } = await made('/api/groups/store', { title: LONG })
  const { challenge } = await made('/api/challenges', { challenge: { title: LONG, hut_id: group.id } })
  await page.goto(challenge.path)
  await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible()
  expect(await width(page)).toBe(SMALL.width)
  const home = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' })
  const cut = await home.evaluate(link => {
    const text = document.createRange()
    text.selectNodeContents(link)
    return text.getBoundingClientRect().width - link.getBoundingClientRect().width
  })
  expect(cut).toBeLessThanOrEqual(0)

  const button = { uuid: crypto.randomUUID(), title: LONG, amount: 1 }
  await made('/api/goals/store', { challenge: { tasks: [{ title: 'Train', quick_log_buttons: [button] }] } })
  await page.goto('/my/goals')
  const label = page.getByRole('button', { name: LONG }).locator('.mantine-Button-label')
  await expect(label).toBeVisible()
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a long menu in the middle of a phone stays on the screen', async ({ person }) => {
  const { page, context } = await person('ada', { width: 390, height: 664 })
  for (const title of ['Read', 'Run', 'Write']) {
    await context.request.post('/api/goals/store', { data: { challenge: { tasks: [{ title }] } } })
  }
  await page.goto('/my/goals')
  await page.getByRole('button', { name: 'Menu of Write' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
})

test('eight faces and a timer fit in a room', { tag: '@D-144' }, async ({ person }) => {
  const ada = await person('ada', SMALL)
  const { slug, path } = await makeSession(ada, {
    parts: [partGroupOf([partOf({ title: 'Work', duration: 1800 })])],
    tasks: [
      taskGroupOf([taskOf({ title: 'Focus', quick_log_buttons: [{ uuid: crypto.randomUUID(), duration: 1500 }] })])
    ]
  })
  for (let others = 0; others < 7; others++) await post(await person('grace'), `/challenge-events/${slug}/join`)
  await post(ada, `/challenge-events/${slug}/start`)
  const { page } = ada
  await page.goto(path)
  await expect(page.getByRole('link', { name: /^\d here$/ })).toBeVisible()
  expect(await width(page)).toBe(SMALL.width)
  const dock = page.locator('.dock')
  await dock.getByRole('button', { name: /^Start 25 min/ }).click()
  await expect(dock.getByRole('timer')).toBeVisible()
  // One line.
  expect((await dock.getByRole('timer').boundingBox())?.height).toBeLessThan(32)
  expect(await width(page)).toBe(SMALL.width)
})

test('on a desktop a card shows length and difficulty on one line', async ({ visitor }) => {
  const page = await visitor({ width: 1280, height: 900 })
  await page.goto('/activities?q=Deep+work')
  const card = page.getByRole('article').filter({ hasText: 'Deep work: 90 minutes' })
  const top = async (text: string) => (await card.getByText(text, { exact: true }).boundingBox())?.y
  expect(await top('Difficult')).toBe(await top('1 h 40 min'))
})

test('a printed activity has its plan and nothing to press', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/activities/lean-coffee')
  await expect(page.getByRole('button', { name: 'Start Session' }).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'The plan' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('long names of goals and parts end inside the buttons of a room’s bar', async ({ person }) => {
  const host = await person('ada', { width: 390, height: 664 })
  const goal = (title: string) => taskOf({ title, quick_log_buttons: [{ uuid: crypto.randomUUID(), amount: 1 }] })
  const tasks = [taskGroupOf([goal('Chapters of the big book'), goal('Pages of notes about it')])]
  const parts = [
    partGroupOf([partOf({ title: 'Read on' }), partOf({ title: 'Talk about the longest chapter of all' })])
  ]
  const { slug, path } = await makeSession(host, { tasks, parts })
  await post(host, `/challenge-events/${slug}/start`)
  await host.page.goto(path)
  const bar = host.page.getByRole('region', { name: 'Quick log' })
  const expectInside = async (count: number): Promise<void> => {
    const names = bar.locator('button small:visible')
    await expect(names).toHaveCount(count)
    const free = await names.evaluateAll(all =>
      all.map(name => {
        const button = name.closest('button')?.getBoundingClientRect().right ?? 0
        return button - name.getBoundingClientRect().right
      })
    )
    expect(Math.min(...free)).toBeGreaterThan(0)
  }
  await expectInside(2)
  await bar.getByRole('button', { name: 'Host', exact: true }).click()
  await expectInside(4)
})
