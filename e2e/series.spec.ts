import { expect } from '@playwright/test'
import { chooseInMenu, makeSession, test } from './room.ts'

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
