/** A goal that reminds, goals to stay below, and a programme, on a phone. */
import { expect, type Page } from '@playwright/test'
import { changeTheme, THEMES, violations } from './axe.ts'
import { test } from './room.ts'

const PHONE = { width: 390, height: 664 }
const HOUR = 3600
const DAY = 24 * HOUR

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

async function passAxe(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await changeTheme(page, theme)
    expect(await violations(page)).toEqual([])
  }
}

async function typeGoal(page: Page, sentence: string): Promise<void> {
  await page.goto('/my/goals')
  const another = page.getByRole('button', { name: 'Create a Goal' }).first()
  const form = page.getByRole('form', { name: 'New goal' })
  await expect(another.or(form).first()).toBeVisible()
  if (!(await form.isVisible())) await another.click()
  await form.getByLabel('What do you want to do?').fill(sentence)
  await expect(form.getByRole('list', { name: 'Understood' })).toBeVisible()
  await form.getByRole('button', { name: 'Create goal' }).click()
  await expect(page.getByText('Goal created successfully!')).toBeVisible()
}

test('a goal that is not met yet reminds its person at their time', { tag: '@D-153' }, async ({ person, pass }) => {
  const { page, context } = await person('ada', PHONE)
  await typeGoal(page, 'read 10 pages every day')
  await card(page, 'Read').getByRole('link', { name: /Read/ }).click()
  await page.getByRole('button', { name: 'Remind me' }).click()
  const dialog = page.getByRole('dialog')
  const now = Number((await context.request.get('/get-user')).headers()['x-server-time'])
  await dialog.getByLabel(/^At/).fill(new Date(now + HOUR * 1000).toISOString().slice(11, 16))
  const night = dialog.getByLabel('Remind me at night')
  if (await night.isVisible()) await night.check()
  await passAxe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await pass(HOUR + 60)
  // The worker looks every five seconds of the server's clock.
  await expect(async () => {
    await pass(10)
    await page.goto('/my/inbox')
    await expect(page.getByRole('link', { name: /Time for “Read/ })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
})

test('a limit says what is left, and a habit to quit counts days and takes a slip kindly', {
  tag: '@D-153'
}, async ({ person, pass }) => {
  const { page } = await person('ada', PHONE)
  await typeGoal(page, 'at most 2 coffees a day')
  await typeGoal(page, 'no smoking')
  const [coffee, smoking] = [card(page, 'coffees'), card(page, 'No smoking')]
  await expect(smoking).toContainText('Your first day')
  await expect(coffee).toContainText('2 of 2 coffees left today')
  const drink = coffee.getByRole('button', { name: /^(\+)?1 coffee/ }).first()
  await drink.click()
  await expect(coffee).toContainText('1 of 2 coffees left today')
  for (let more = 0; more < 2; more++) await drink.click()
  await expect(coffee).toContainText('1 coffee over the limit of 2 today')
  await passAxe(page)

  await pass(2 * DAY)
  await page.goto('/my/today')
  const below = page.getByRole('list', { name: 'To stay below' })
  await expect(below).toContainText('2 of 2 coffees left today')
  await expect(below).toContainText('2 days since you started')
  await page.goto('/my/goals')
  await smoking
    .getByRole('button', { name: /^(\+)?1 time/ })
    .first()
    .click()
  await expect(smoking).toContainText('A new count starts today')
  await expect(smoking).toContainText('Your best is still 2 days.')
})

test('a programme is followed: today’s unit is ticked on Today, a week is repeated and skipped', async ({
  person,
  pass
}) => {
  const { page, context } = await person('ada', PHONE)
  await page.goto('/programmes')
  await page.getByRole('link', { name: /Couch to 5k/ }).click()
  await page.getByRole('button', { name: 'Follow from today' }).click()
  await expect(page.getByText(/^Week 1 of \d+, 0 of \d+ units$/)).toBeVisible()
  await expect(page.getByText('A unit is waiting for you today.')).toBeVisible()

  await page.goto('/my/today')
  const units = page.getByRole('list', { name: 'Units of today' })
  await units.getByRole('button', { name: /^Done: / }).click()
  await expect(units).toContainText(/Week 1 of \d+, 1 of \d+ units/)
  await passAxe(page)
  await units.getByRole('link', { name: 'Open Couch to 5k' }).click()
  await expect(page.getByText(/^Week 1 of \d+, 1 of \d+ units$/)).toBeVisible()

  await pass(DAY)
  await page.reload()
  await expect(page.getByText(/^Next: /)).toBeVisible()
  await page.getByRole('button', { name: 'Repeat week 1' }).click()
  await expect(page.getByText('A unit is waiting for you today.')).toBeVisible()
  // On its first day a week can't be repeated, because nothing would change.
  await expect(page.getByRole('button', { name: 'Repeat week 1' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Skip to week 2' }).click()
  await expect(page.getByText(/^Week 2 of \d+, 1 of \d+ units$/)).toBeVisible()
  await passAxe(page)

  await context.setOffline(true)
  const tick = page.getByRole('button', { name: 'Run 1: done' })
  await tick.click()
  await expect(tick).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('status').filter({ hasText: '1 waiting to send' })).toBeVisible()
  await context.setOffline(false)
  const doneUnits = async () => {
    const { serverData } = await (await context.request.get(`/api${new URL(page.url()).pathname}`)).json()
    return serverData.follow.done.length
  }
  await expect.poll(doneUnits).toBe(2)
})
