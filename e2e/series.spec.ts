import { expect } from '@playwright/test'
import { chooseInMenu, lobby, makeSession, post, readSession, test } from './room.ts'

const PHONE = { width: 390, height: 664 }

test('a host makes a session repeat, skips a date and changes the later ones; one link leads to the next', {
  tag: '@D-150'
}, async ({ person, visitor, pass }) => {
  const ada = await person('ada', PHONE)
  const now = Number((await ada.context.request.get('/get-user')).headers()['x-server-time'])
  const started_at = new Date(now + 3_600_000).toISOString()
  const { path } = await makeSession(ada, {
    title: 'Morning squats',
    is_manually_started: 0,
    started_at,
    duration: 600
  })
  await ada.page.goto(path)
  await chooseInMenu(ada.page, 'Make it repeat')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Make it repeat' }).click()
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Morning squats' })).toBeVisible()
  const dates = ada.page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
  await expect(dates).toHaveCount(4)
  const series = new URL(ada.page.url()).pathname

  await dates
    .nth(1)
    .getByRole('button', { name: /^Menu of/ })
    .click()
  await ada.page.getByRole('menuitem', { name: 'Skip this date' }).click()
  await ada.page.getByRole('button', { name: 'Skip it' }).click()
  await expect(dates.nth(1)).toContainText('Skipped')

  await dates
    .nth(2)
    .getByRole('button', { name: /^Menu of/ })
    .click()
  await ada.page.getByRole('menuitem', { name: 'Move or change' }).click()
  await ada.page.getByRole('textbox', { name: 'Title' }).fill('Evening squats')
  await ada.page.getByRole('button', { name: 'Save' }).click()
  await ada.page.getByRole('button', { name: 'This and following' }).click()
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Evening squats' })).toBeVisible()
  await ada.page.goto(series)
  await expect(dates.nth(0)).toContainText('Morning squats')
  await expect(dates.nth(3)).not.toContainText('Morning squats')

  const page = await visitor(PHONE)
  await page.goto(`${series}/next`)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await pass(3600 + 700)
  await page.goto(`${series}/next`)
  await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Evening squats' })).toBeVisible()
})

test('a person comes every time, declines one date on a phone, and stops', { tag: '@D-150' }, async ({
  person,
  pass
}) => {
  const ada = await person('ada')
  const bob = await person('bob', PHONE)
  const now = Number((await ada.context.request.get('/get-user')).headers()['x-server-time'])
  const started_at = new Date(now + 86_400_000).toISOString()
  const challenge = { title: 'Evening yoga', is_manually_started: 0 as const, started_at, duration: 600 }
  const { path } = await makeSession(ada, challenge)
  await post(ada, `/api/challenge-events/${path.split('/').at(-1)}/series`, { repeats: 'weekly' })
  const before = await bob.tokens()
  await bob.page.goto(path)
  await bob.page.getByRole('button', { name: 'Come every time' }).click()
  await expect(lobby(bob.page)).toContainText('Invite')
  await expect(bob.page.getByRole('button', { name: 'Come every time' })).toHaveCount(0)
  await bob.page.getByRole('link', { name: /^Every / }).click()
  const dates = bob.page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
  await expect(dates.filter({ hasText: 'You’re in' })).toHaveCount(4)
  expect(await bob.tokens()).toBe(before)

  await dates.nth(1).getByRole('link').click()
  await chooseInMenu(bob.page, 'Leave')
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(bob.page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
  // Back would close the dialog while it is still there.
  await expect(bob.page.getByRole('dialog')).toHaveCount(0)
  await bob.page.goBack()
  await expect(dates.filter({ hasText: 'You’re in' })).toHaveCount(3)

  await pass(86_400 + 5)
  await expect.poll(() => bob.tokens()).toBe(before - 1)
  await bob.page.reload()
  await bob.page.getByRole('button', { name: 'Stop coming every time' }).click()
  await bob.page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(bob.page.getByRole('button', { name: 'Come every time' })).toBeVisible()
  await expect(dates.filter({ hasText: 'You’re in' })).toHaveCount(0)
})

test('a host changes a daily class to a weekly one; a date with people stays, and the empty ones go', {
  tag: '@D-150'
}, async ({ person }) => {
  const ada = await person('ada', PHONE)
  const bob = await person('bob', PHONE)
  const now = Number((await ada.context.request.get('/get-user')).headers()['x-server-time'])
  const started_at = new Date(now + 3_600_000).toISOString()
  const { path } = await makeSession(ada, { title: 'Squats', is_manually_started: 0, started_at, duration: 600 })
  const event = path.split('/').at(-1)
  await post(ada, `/api/challenge-events/${event}/series`, { repeats: 'daily' })
  const series = (await readSession(ada, path)).challengeEvent.series?.path ?? ''
  await bob.page.goto(series)
  const theirs = bob.page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
  await theirs.nth(1).getByRole('link').click()
  await bob.page.getByRole('button', { name: 'Join' }).first().click()
  await expect(bob.page.getByRole('button', { name: 'Can’t make it' })).toBeVisible()

  await ada.page.goto(series)
  await ada.page.getByRole('button', { name: 'Change how it repeats' }).click()
  const dialog = ada.page.getByRole('dialog')
  await dialog.getByLabel('Repeats', { exact: true }).selectOption('weekly')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('1 date with people stays, marked as extra.')
  await dialog.getByRole('button', { name: 'Change it' }).click()
  const dates = ada.page.getByRole('region', { name: 'Next dates' }).getByRole('listitem')
  await expect(dates).toHaveCount(5)
  await expect(dates.nth(1)).toContainText('Extra')
  await bob.page.goto(series)
  await expect(theirs.nth(1)).toContainText('You’re in')
})
