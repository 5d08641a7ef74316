import { expect } from '@playwright/test'
import { fillRegistration, PASSWORD, register, test } from './product.ts'

test('ACC-01 ACC-37 ACC-40 HDR-05..HDR-09 TOK-11 a visitor registers and sees who they are and ten tokens', async ({
  visitor
}) => {
  const page = await visitor()
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(header.getByText('Logout')).toHaveCount(0)
  const username = `ada-${Date.now()}`
  await register(page, username)
  await expect(header.getByRole('button', { name: 'Login' })).toHaveCount(0)
  await expect(header).toContainText(username)
  await expect(header.getByRole('link', { name: /10/ })).toBeVisible()
})

test('ACC-02 ACC-03 ACC-44 a person logs out, and in again with the same password', async ({ person }) => {
  const { page, username } = await person('grace')
  await page.goto('/account')
  await page.getByRole('banner').getByText(username).click()
  await page.getByText('Logout').first().click()
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  const modal = page.getByRole('dialog').getByRole('form', { name: 'Login' })
  await modal.getByLabel('Email').fill(`${username}@example.org`)
  await modal.getByRole('textbox', { name: 'Password' }).fill('wrong password')
  await modal.getByRole('button', { name: 'Login' }).click()
  await expect(modal).toContainText('These credentials do not match our records.')
  await modal.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await modal.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('banner')).toContainText(username)
})

test('HDR-19 on a phone the title of the modal stays readable when the form scrolls under it', async ({ visitor }) => {
  const page = await visitor()
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('tab', { name: 'Register' }).click()
  const paints = (selector: string) =>
    page.locator(selector).evaluate(element => getComputedStyle(element).backgroundColor)
  const behind = await paints('.mantine-Modal-content')
  expect(behind).toMatch(/^rgb\(/)
  expect(await paints('.mantine-Modal-header')).toBe(behind)
})

test('GOAL-12 HDR-46 what a visitor tried to do continues after registering', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/my/goals?create=1')
  await page.getByLabel('Title').first().fill('Read 12 books')
  await page.getByRole('button', { name: /^create goal$/i }).click()
  await expect(page.getByText('Please sign in to use that feature.')).toBeVisible()
  await fillRegistration(page, `hedy-${Date.now()}`)
  await expect(page.getByText('Goal created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Read 12 books' })).toBeVisible()
})
