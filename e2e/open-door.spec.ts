import { expect, type Page } from '@playwright/test'
import { test } from './product.ts'

const PHONE = { width: 390, height: 664 }
const WORKOUT = '10 min Warm up\n5 x (1 min Run, 2 min Walk)\n5 min Cool down'

/** Creates an activity from a pasted plan. Returns its address. */
async function paste(page: Page, title: string): Promise<string> {
  await page.goto('/challenges/create')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('textbox', { name: 'Plan as text' }).fill(WORKOUT)
  await expect(page.getByText('30 min in all')).toBeVisible()
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return page.url()
}

const titles = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Title of part/ })
    .evaluateAll(fields => fields.map(field => (field as HTMLInputElement).value))

test('a visitor tries a plan that a coach pasted, and someone else begins with it', { tag: '@D-155' }, async ({
  person,
  visitor
}) => {
  const coach = await person('coach')
  await coach.page.goto('/challenges/create')
  await coach.page.getByRole('textbox', { name: 'Plan as text' }).fill('10 min Run, about as long')
  await expect(coach.page.getByRole('textbox', { name: 'Plan as text' })).toHaveAttribute('aria-invalid', 'true')
  const address = await paste(coach.page, 'Pasted workout')

  const reader = await visitor(PHONE)
  await reader.goto(address)
  await reader.getByRole('button', { name: 'Try it' }).click()
  await expect(reader.getByRole('dialog').getByRole('timer', { name: 'Warm up' })).toBeVisible()

  const { page } = await person('fan')
  await page.goto(address)
  await page.getByRole('link', { name: 'Use this plan' }).click()
  await expect(page.getByText('30 min in all')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('My own')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My own' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Pasted workout' })).toBeVisible()
  await reader.goto(address)
  await expect(reader.getByRole('main').getByRole('link', { name: 'My own' })).toBeVisible()
})

test('a plan is saved as a file and opened again in the builder, with a preview', { tag: '@D-155' }, async ({
  person
}) => {
  const { page } = await person('filer')
  await paste(page, 'Kept in a file')
  await page.getByRole('button', { name: 'Plan as text' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const file = await (await saving).path()

  await page.goto('/challenges/create')
  await page.getByLabel('File with a plan').setInputFiles(file)
  const preview = page.getByRole('dialog')
  await expect(preview.getByText('Kept in a file')).toBeVisible()
  await preview.getByRole('button', { name: 'Use this plan' }).click()
  await expect(page.getByText('30 min in all')).toBeVisible()
  const opened = await titles(page)
  expect([opened[0], opened.at(-1)]).toEqual(['Warm up', 'Cool down'])

  await page.getByLabel('File with a plan').setInputFiles({
    ...{ name: 'broken.json', mimeType: 'application/json' },
    buffer: Buffer.from('{"schema":"challenge-hut.plan/1","parts":7}')
  })
  await expect(page.getByText('This file can’t be opened. Nothing has changed.')).toBeVisible()
})

test('a press page logs once for each press, and without a login', { tag: '@D-156' }, async ({ person, visitor }) => {
  const { page } = await person('presser', PHONE)
  await page.goto('/my/goals')
  await page.getByRole('button', { name: 'Create a Goal' }).first().click()
  await page.getByLabel('Title').first().fill('Drink water')
  await page.getByRole('button', { name: /^create goal$/i }).click()
  const card = page.getByRole('article').filter({ hasText: 'Drink' })
  await card.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Press from anywhere' }).click()
  await page.getByRole('button', { name: 'Create an address' }).click()
  const address = await page.getByRole('textbox', { name: 'The address' }).inputValue()

  const phone = await visitor(PHONE)
  await phone.goto(address)
  await phone.goto(address)
  await phone.getByRole('button', { name: /^Log/ }).click()
  await expect(phone.getByRole('status')).toContainText('1 of 1 time')
  await phone.reload()
  await expect(phone.getByRole('status')).toContainText('1 of 1 time')
  await phone.getByRole('button', { name: /^Log/ }).click()
  await expect(phone.getByRole('status')).toContainText('2 of 1 time')
  expect(await phone.context().cookies()).toEqual([])

  await page.goto('/account/programs')
  await page.getByRole('button', { name: /^End the address/ }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText(/last pressed/)).toHaveCount(0)
  expect((await phone.goto(address))?.status()).toBe(404)
})
