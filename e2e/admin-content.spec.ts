/** An admin cleans up after a spammer, and takes it back. */
import { expect, type Page } from '@playwright/test'
import { photo } from '../testing/input/pictures.ts'
import { PASSWORD, type Person, test } from './product.ts'

const MESSAGES = 60

async function asAdmin(page: Page): Promise<void> {
  await page.context().request.post('/login', { data: { email: 'admin@example.org', password: PASSWORD } })
}

interface Thing {
  id: number
  slug: string
  path: string
}
type Made = Record<'event' | 'group' | 'item', Thing>

/** Sends a call as a person. */
async function post(person: Person, url: string, data: object): Promise<Made> {
  const response = await person.context.request.post(url, { data })
  expect(response.status(), `${url}: ${await response.text()}`).toBe(200)
  return response.json()
}

/** Everything that a spammer leaves in a room and elsewhere. */
async function spam(spammer: Person, room: { id: number; slug: string }) {
  const { username, context } = spammer
  await post(spammer, `/api/challenge-events/${room.slug}/join`, {})
  const said = { messageable_type: 'challenge_event', messageable_id: room.id }
  for (let nth = 1; nth <= MESSAGES; nth++) await post(spammer, '/api/messages', { ...said, content: `Pills ${nth}!` })
  const title = `Pills of ${username}`
  const { group } = await post(spammer, '/api/groups/store', { title })
  const { event } = await post(spammer, '/api/challenge-events', { challenge: { title, duration: 3600 } })
  const { item } = await post(spammer, '/api/items', { title })
  const picture = await context.request.post(`/api/me/persons/${username}/picture`, {
    multipart: { file: { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo() } }
  })
  const { url } = (await picture.json()) as { url: string }
  return { title, pages: [`/group/${group.slug}`, `/sessions/${event.slug}`, item.path, url] }
}

test('an admin removes everything of a spammer with a few presses, and undoes it', {
  tag: ['@D-149']
}, async ({ person, visitor }) => {
  const [ada, spammer] = [await person('ada'), await person('spammer')]
  const [admin, guest] = [await visitor({ width: 390, height: 664 }), await visitor()]
  const { event: room } = await post(ada, '/api/challenge-events', {
    challenge: { title: 'A quiet room', duration: 3600 }
  })
  const { title, pages } = await spam(spammer, room)
  await asAdmin(admin)

  const statuses = () => Promise.all(pages.map(async path => (await guest.context().request.get(path)).status()))
  const isListed = async (list: string) =>
    (await (await guest.context().request.get(`/api${list}?q=Pills`)).text()).includes(title)
  const lists = async () => [await isListed('/groups'), await isListed('')]
  const last = guest.getByText(`Pills ${MESSAGES}!`)
  await guest.goto(`/sessions/${room.slug}/chat`)
  await expect(last).toBeVisible()
  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect(await lists()).toEqual([true, true])

  let presses = 0
  const press = async (role: 'link' | 'button', name: string) => {
    presses++
    await admin.getByRole(role, { name, exact: true }).first().click()
  }
  await admin.goto('/admin')
  await press('button', 'Admin: Overview')
  await press('link', 'People')
  await admin.getByRole('searchbox').fill(spammer.username)
  await expect(admin.getByRole('listitem').filter({ hasText: spammer.username })).toHaveCount(1)
  presses++
  await admin.getByRole('link', { name: spammer.username }).click()
  await admin.getByRole('textbox', { name: 'Reason' }).fill('Advertising.')
  await press('button', 'Suspend')
  await expect(admin.getByRole('button', { name: 'Lift the suspension' })).toBeVisible()
  await press('button', 'Remove everything')
  await expect(admin.getByText('Everything they published is hidden.')).toBeVisible({ timeout: 20_000 })
  expect(presses).toBeLessThanOrEqual(10)

  // The open chat changes at once, and nothing is there after a reload.
  await expect(last).toHaveCount(0)
  await guest.reload()
  await expect(guest.getByText('Removed by a moderator.').first()).toBeVisible()
  await expect(guest.getByText('Pills ', { exact: false })).toHaveCount(0)
  // Visitors share a rendered page for a second.
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([404, 404, 404, 404])
  await expect.poll(lists, { timeout: 20_000 }).toEqual([false, false])

  await press('button', 'Undo')
  await expect(admin.getByText('Everything is back.')).toBeVisible({ timeout: 20_000 })
  await expect(last).toBeVisible()
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([200, 200, 200, 200])
  await expect.poll(lists, { timeout: 20_000 }).toEqual([true, true])
})

test('an admin on a phone finds a group, hides it with a reason, restores it and deletes it', {
  tag: ['@D-148']
}, async ({ person, visitor }) => {
  const [ada, admin] = [await person('ada'), await visitor({ width: 390, height: 664 })]
  const title = `Boats of ${ada.username}`
  const { group } = await post(ada, '/api/groups/store', { title })
  const status = async () => (await ada.context.request.get(`/group/${group.slug}`)).status()
  await asAdmin(admin)
  await admin.goto('/admin/content/groups')
  await admin.getByRole('searchbox', { name: 'Title or username' }).fill('boats of')
  await admin.getByRole('button', { name: `Hide “${title}”` }).click()
  await admin.getByLabel('Reason').selectOption('abuse')
  await admin.getByRole('button', { name: 'Hide', exact: true }).click()
  await admin.getByRole('link', { name: 'Hidden' }).click()
  await expect(admin.getByText('Harassment or hate')).toBeVisible()
  await admin.getByRole('button', { name: `Restore “${title}”` }).click()
  await expect(admin.getByText('Nothing was found.')).toBeVisible()
  await admin.getByRole('link', { name: 'All', exact: true }).click()
  expect(await status()).toBe(200)
  await admin.getByRole('button', { name: `Delete “${title}”` }).click()
  await admin.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(admin.getByText('Nothing was found.')).toBeVisible()
  expect(await status()).toBe(404)
})
