/** People report things; enough reports hide one; a moderator decides, and everyone concerned hears it (D-148, D-149). */
import { expect, type Page } from '@playwright/test'
import { ADMIN, chooseInMenu, makeSession, type Person, post, say, test } from './room.ts'

const DAY = 86_400
const PHONE = { width: 390, height: 664 }
const REMOVED = 'Removed by a moderator.'

/** Makes someone a moderator. Their pages know it after the next load. */
async function promote({ username }: Person, page: Page): Promise<void> {
  await page.context().request.post('/login', { data: ADMIN })
  const made = await page.context().request.post(`/admin/people/${username}/role`, { data: { role_id: 5 } })
  expect(made.ok(), await made.text()).toBe(true)
}

type Pass = (seconds: number) => Promise<void>

/** A message of the author in the host's session. Returns the path of its chat. */
async function sayIn(host: Person, author: Person, text: string, pass: Pass): Promise<string> {
  const { path, slug } = await makeSession(host, {})
  await post(author, `/challenge-events/${slug}/join`)
  await post(host, `/challenge-events/${slug}/start`)
  await pass(5)
  await author.page.goto(`${path}/chat`)
  await say(author.page, text)
  await expect(author.page.getByText(text)).toBeVisible()
  return path
}

const openMenuOf = (page: Page, author: Person) =>
  page.getByRole('button', { name: `Menu of the message of ${author.username}` }).click()

/** Fills in the dialog that a menu has opened. */
async function sendReport(page: Page, reason: string, comment = ''): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption({ label: reason })
  await dialog.getByLabel('Anything to add? (optional)').fill(comment)
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Thanks. A moderator will look at it.')).toBeVisible()
}

async function reportMessage({ page }: Person, path: string, author: Person, reason: string): Promise<void> {
  await page.goto(`${path}/chat`)
  await openMenuOf(page, author)
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await sendReport(page, reason, 'Third time today.')
}

test('three reports hide a message, a moderator decides, and its author asks once for another look', {
  tag: ['@D-148', '@D-149']
}, async ({ person, visitor, pass }) => {
  test.slow()
  const [host, author, moderator] = [await person('ada'), await person('bob', PHONE), await person('mira', PHONE)]
  const reporters = [await person('hedy', PHONE), await person('lise'), await person('joan')]
  await pass(DAY)
  await promote(moderator, await visitor())
  const path = await sayIn(host, author, 'Buy my pills', pass)
  for (const reporter of reporters) await reportMessage(reporter, path, author, 'Spam or advertising')

  // The author's page is open, and learns it at once.
  await expect(author.page.getByText(REMOVED)).toBeVisible()
  await expect(author.page.getByText('Hidden because people reported it (Spam or advertising)')).toBeVisible()
  const guest = await visitor()
  await guest.goto(`${path}/chat`)
  await expect(guest.getByText(REMOVED)).toBeVisible()
  await expect(guest.getByText('Buy my pills')).toHaveCount(0)

  await moderator.page.goto('/admin/reports')
  const row = moderator.page.getByRole('listitem').filter({ hasText: author.username })
  await expect(row).toContainText('Spam or advertising (3)')
  await row.getByRole('button', { name: 'Keep hidden' }).click()
  await row.getByLabel('For the author (optional)').fill('No advertising in rooms.')
  await row.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(row).toHaveCount(0)

  const [reporter] = reporters as [Person]
  await reporter.page.goto('/my/inbox')
  await expect(reporter.page.getByText('A moderator removed the message.')).toBeVisible()

  await author.page.reload()
  await expect(author.page.getByText('“No advertising in rooms.”')).toBeVisible()
  await author.page.getByRole('button', { name: 'Ask for another look' }).click()
  await author.page.getByLabel('Why should it be seen again? You can ask once.').fill('It was a joke.')
  await author.page.getByRole('button', { name: 'Ask a moderator' }).click()
  await expect(author.page.getByText('Someone asked for another look.')).toBeVisible()
  await expect(author.page.getByRole('button', { name: 'Ask for another look' })).toHaveCount(0)

  await moderator.page.reload()
  await expect(row).toContainText('It was a joke.')
  await row.getByRole('button', { name: 'Restore' }).click()
  await expect(row).toHaveCount(0)
  await guest.reload()
  await expect(guest.getByText('Buy my pills')).toBeVisible()
  await author.page.goto('/my/inbox')
  await expect(author.page.getByText('Everyone can see your message again')).toBeVisible()
})

test('a mass report by new accounts and visitors behind one address hides nothing', {
  tag: ['@D-148']
}, async ({ person, visitor, pass }) => {
  const [host, author, old] = [await person('ada'), await person('bob'), await person('hedy')]
  await pass(DAY)
  const path = await sayIn(host, author, 'I disagree with you', pass)
  await reportMessage(old, path, author, 'Harassment or hate')
  for (const name of ['new-1', 'new-2', 'new-3', 'new-4']) {
    await reportMessage(await person(name), path, author, 'Harassment or hate')
  }
  const guest = await visitor(PHONE)
  for (const reason of ['Violence or threats', 'Illegal content', 'Something else', 'Sexual content']) {
    await reportMessage({ page: guest } as Person, path, author, reason)
  }
  await guest.reload()
  await expect(guest.getByText('I disagree with you')).toBeVisible()
  await expect(guest.getByText(REMOVED)).toHaveCount(0)
})

test('the menus of a session and a person report them, and the moderator finds both', {
  tag: ['@D-148']
}, async ({ person, visitor }) => {
  const [host, reporter, moderator] = [await person('ada'), await person('hedy', PHONE), await person('mira')]
  await promote(moderator, await visitor())
  const { path } = await makeSession(host, { title: 'Not what it says' })
  await reporter.page.goto(path)
  await chooseInMenu(reporter.page, 'Report')
  await sendReport(reporter.page, 'Illegal content')
  await reporter.page.goto(`/${host.username}`)
  await reporter.page.getByRole('button', { name: `Menu of ${host.username}` }).click()
  await reporter.page.getByRole('menuitem', { name: 'Report' }).first().click()
  await sendReport(reporter.page, 'Someone’s private data')

  await moderator.page.goto('/admin/reports')
  const rows = moderator.page.getByRole('listitem').filter({ hasText: host.username })
  await expect(rows.filter({ hasText: 'Not what it says' })).toContainText('Illegal content (1)')
  await expect(rows.filter({ hasText: 'Someone’s private data (1)' })).toHaveCount(1)
  for (let left = 2; left > 0; left--) {
    await expect(rows).toHaveCount(left)
    await rows.first().getByRole('button', { name: 'Keep' }).click()
  }
  await expect(rows).toHaveCount(0)
  await reporter.page.goto('/my/inbox')
  await expect(reporter.page.getByText('left it as it is')).toHaveCount(2)
})
