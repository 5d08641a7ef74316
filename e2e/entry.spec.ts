/** How people get into a hut: by invitation, and by approval (D-146). */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { fillRegistration, PASSWORD, test } from './product.ts'

const named = (name: string) => `${name}-${Math.random().toString(36).slice(2, 8)}`

/** Signs the admin in, and changes settings. */
async function asAdmin(page: Page, settings: object): Promise<void> {
  const { request } = page.context()
  await request.post('/login', { data: { email: 'admin@example.org', password: PASSWORD } })
  await change(page.context(), settings)
}

async function change({ request }: BrowserContext, settings: object): Promise<void> {
  const send = (revision: number) => request.patch('/api/admin/settings', { data: { revision, settings } })
  const first = await send(0)
  if (first.status() === 409) await send((await first.json()).newer.revision)
}

test('an admin invites someone into a group by a link, and they register there', { tag: ['@D-146'] }, async ({
  visitor
}) => {
  const admin = await visitor()
  await asAdmin(admin, { registration: 'invite' })
  try {
    const group = await admin.context().request.post('/groups/store', { data: { title: named('Runners') } })
    const { slug, title } = (await group.json()).group
    await admin.goto(`/account/invitations?to=/group/${slug}`)
    await admin.getByRole('button', { name: 'Create the link' }).click()
    const link = await admin.getByRole('textbox', { name: `/group/${slug}?invite=` }).inputValue()

    // Without the link the form asks for one.
    const guest = await visitor({ width: 390, height: 664 })
    await guest.goto('/register')
    await expect(guest.getByRole('dialog').getByText('You need an invitation to register here.')).toBeVisible()

    // The link also counts for someone who moves on before the page's code has loaded.
    await guest.route('**/assets/*.js', route => route.abort())
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: title })).toBeVisible()
    await guest.unrouteAll()
    await guest.goto('/register')
    const username = named('invited')
    await fillRegistration(guest, username)
    await guest.goto(`/group/${slug}`)
    await guest.getByRole('button', { name: 'Join Hut' }).first().click()
    await expect(guest.getByRole('button', { name: 'Join Hut' })).toHaveCount(0)

    await admin.reload()
    await expect(admin.getByText('Used, no longer works')).toBeVisible()
    const late = await visitor()
    await late.goto(link.replace(/^.*invite=/, '/invite/'))
    await expect(late.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible()
  } finally {
    await change(admin.context(), { registration: 'open' })
  }
})

test('a new person waits, an admin approves them, and then they take part', { tag: ['@D-146'] }, async ({
  visitor
}) => {
  const [admin, person] = [await visitor(), await visitor()]
  await asAdmin(admin, { registration: 'approve' })
  try {
    const username = named('waiting')
    await person.goto('/register')
    await expect(person.getByText('An admin approves new accounts.')).toBeVisible()
    await fillRegistration(person, username)
    await expect(person.getByText('Your account waits for approval.')).toBeVisible()
    await person.goto('/my/lists')
    await expect(person.getByText('You can do this once an admin has approved your account.')).toBeVisible()
    await expect(person.getByRole('button', { name: 'Create List' })).toHaveCount(0)

    await admin.goto('/admin/approvals')
    await admin.getByRole('button', { name: `Approve ${username}` }).click()
    await expect(admin.getByText(`${username} is in. This hut sends no emails, so tell them yourself.`)).toBeVisible()
    await expect(admin.getByText('Nobody is waiting for approval.')).toBeVisible()

    await person.reload()
    await expect(person.getByText('Your account waits for approval.')).toHaveCount(0)
    await person.getByLabel('List Title').fill('Rainy days')
    await person.getByRole('button', { name: 'Create List' }).click()
    await expect(person.getByRole('link', { name: /Rainy days/ })).toBeVisible()
  } finally {
    await change(admin.context(), { registration: 'open' })
  }
})
