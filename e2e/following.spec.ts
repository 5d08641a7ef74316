import { expect } from '@playwright/test'
import { violations } from './axe.ts'
import { fillRegistration, test } from './product.ts'

const PHONE = { width: 390, height: 664 }

test('a visitor follows an author, hears of a new text, and stops following', {
  tag: ['@D-162', '@HDR-48']
}, async ({ person, visitor }) => {
  test.setTimeout(90_000)
  const author = await person('ada', PHONE)
  const write = async (title: string, more: object = {}): Promise<void> => {
    const response = await author.context.request.post('/api/items', { data: { title, ...more } })
    expect(response.ok(), await response.text()).toBe(true)
  }
  await write('An old text')
  const page = await visitor(PHONE)
  await page.goto(`/${author.username}`)
  await expect(page.getByRole('link', { name: `Feed of ${author.username}` })).toHaveAttribute('href', /feed\.atom$/)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('to follow this page')
  await fillRegistration(page, `reader-${Math.random().toString(36).slice(2, 8)}`)
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await expect(page.getByText('1 follower')).toBeVisible()

  const inAYear = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 16)
  await write('A text for later', { publish_at: inAYear })
  await write('A new text')
  await expect(async () => {
    await page.goto('/my/inbox')
    await expect(page.getByRole('link', { name: /published “A new text”/ })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText('A text for later')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'What you follow' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Following')
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.getByRole('button', { name: `Unfollow ${author.username}` }).click()
  await expect(page.getByText(/You don’t follow anyone yet/)).toBeVisible()
  await page.goto(`/${author.username}`)
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await expect(page.getByText('1 follower')).toHaveCount(0)

  // The author sees when the waiting text is published, on a phone.
  await author.page.goto(`/${author.username}/a-text-for-later`)
  await expect(author.page.getByRole('status').filter({ hasText: 'This will be published on' })).toBeVisible()
  await author.page.getByRole('button', { name: 'Don’t publish then' }).click()
  await expect(author.page.getByRole('button', { name: 'Publish later' })).toBeVisible()
  expect(await violations(author.page)).toEqual([])
})
