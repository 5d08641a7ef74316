import { expect } from '@playwright/test'
import { fillRegistration, test } from './product.ts'

const name = (): string => Math.random().toString(36).slice(2, 8)

test('a visitor joins a hut, signs up on the way, and leaves', {
  tag: [
    '@GRP-02',
    '@GRP-03',
    '@GRP-05',
    '@GRP-08',
    '@GRP-25',
    '@GRP-26',
    '@GRP-27',
    '@HDR-49',
    '@SEC-04',
    '@SEC-51',
    '@ACT-009'
  ]
}, async ({ visitor }) => {
  const page = await visitor({ width: 390, height: 844 })
  await page.goto('/activities')
  await page.getByRole('link', { name: 'Groups', exact: true }).first().click()
  await expect(page).toHaveURL(/\/groups$/)
  await page.getByRole('link', { name: 'Calm', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calm')
  const about = page.getByRole('complementary', { name: 'About this group' })
  await expect(about).toContainText('1 member')

  await about.getByRole('button', { name: 'Join Hut' }).click()
  await expect(page.getByText('Please sign in to use that feature.')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('to join a hut')
  await fillRegistration(page, `mary-${name()}`)
  await expect(page.getByText('You have successfully joined this hut.')).toBeVisible()
  await expect(about).toContainText('2 members')
  await expect(about.getByRole('button', { name: 'Join Hut' })).toBeHidden()

  await page.reload()
  await expect(about).toContainText('2 members')
  await page.goto('/my/groups')
  await page.getByRole('link', { name: 'Calm', exact: true }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You have successfully left the hut.')).toBeVisible()
  await expect(about).toContainText('1 member')
  await page.goto('/my/groups')
  await expect(page.getByText("You haven't joined any groups yet.")).toBeVisible()
})

test('a person creates a group and an activity in it', {
  tag: [
    '@GRP-01',
    '@GRP-04',
    '@GRP-07',
    '@GRP-09',
    '@GRP-11',
    '@GRP-14',
    '@GRP-21',
    '@GRP-28',
    '@ACT-044',
    '@ACT-056',
    '@D-134'
  ]
}, async ({ person }) => {
  const { page } = await person('grace')
  const title = `Dawn writers ${name()}`
  await page.goto('/huts')
  await page.getByRole('link', { name: 'Create a New Group' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('1 member')).toBeVisible()
  const group = new URL(page.url()).pathname

  await page.getByRole('link', { name: 'Create a New Activity' }).click()
  await expect(page.getByLabel('Group', { exact: true }).locator('option:checked')).toHaveText(title)
  await page.getByLabel('Title').first().fill('Three pages')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Three pages')
  // The tag below the facts, and the back link above the title.
  await page.getByRole('main').getByRole('link', { name: title }).last().click()
  await expect(page).toHaveURL(group)
  const card = page.getByRole('link', { name: 'Three pages', exact: true })
  await expect(card).toBeVisible()

  await page.getByRole('button', { name: 'Remove Three pages from this group' }).click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Add an Activity' }).click()
  await page.getByRole('combobox', { name: 'Activity' }).click()
  await page.getByRole('option', { name: 'Three pages' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(card).toBeVisible()
  await page.goto(`${group}/activities`)
  await expect(card).toBeVisible()

  await page.getByRole('link', { name: 'Update' }).click()
  await page.getByLabel('Title').fill(`${title}, early`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}, early`)
  await expect(page).toHaveURL(group)
})

test('the filters of the groups list are in the address', {
  tag: ['@GRP-06', '@GRP-10', '@GRP-12', '@GRP-13', '@GRP-15', '@GRP-16', '@GRP-18', '@GRP-20']
}, async ({ person }) => {
  const { page } = await person('hedy')
  await page.goto('/groups')
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('calm')
  await expect(page).toHaveURL('/groups?q=calm')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto('/groups?category=running')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Running', exact: true })).toBeVisible()

  await page.goto('/groups')
  await page.getByRole('button', { name: 'All groups' }).click()
  await page.getByText('My groups', { exact: true }).click()
  await expect(page).toHaveURL('/groups?joined=1')
  await expect(page.getByText("You haven't joined any groups yet.")).toBeVisible()
  await page.goto('/groups?page=2')
  await expect(page.getByRole('link', { name: 'Previous' })).toBeVisible()
  await page.goto('/group/calm')
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'Sessions' }).click()
  await expect(page).toHaveURL('/group/calm/sessions')
  await expect(page.getByText('No sessions yet. Join Calm and start the first one together.')).toBeVisible()
})

test('a group without sessions offers the first one, and then shows faces and the session at once', async ({
  person
}) => {
  const { page } = await person('mary', { width: 390, height: 664 })
  const made = await page.request.post('/api/groups/store', { data: { title: `First light ${name()}` } })
  const { group } = await made.json()
  await page.goto(group.url)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  const start = page.getByRole('link', { name: 'Start your first session together' })
  await expect(start).toBeInViewport({ ratio: 1 })
  await start.click()
  await expect(page.getByText(`It becomes part of ${group.title}.`)).toBeVisible()
  const started_at = new Date(Date.now() + 86_400_000).toISOString()
  const challenge = { title: 'Dawn pages', duration: 3600, hut_id: group.id, started_at }
  const planned = await page.request.post('/api/challenge-events', { data: { challenge } })
  expect(planned.ok(), await planned.text()).toBe(true)

  await page.goto(group.url)
  const about = page.getByRole('complementary', { name: 'About this group' })
  const next = about.getByRole('link', { name: /Dawn pages/ })
  for (const part of [about.locator('[data-letter]').first(), about.getByText('1 member'), next]) {
    const { y, height } = (await part.boundingBox()) ?? { y: 664, height: 0 }
    // A bar of the site may cover the last 56 pixels.
    expect(y + height).toBeLessThanOrEqual(608)
  }
  await next.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dawn pages')
})
