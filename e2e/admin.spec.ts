/** How someone runs a hut from the browser. */
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { PASSWORD, register, test } from './product.ts'

const named = (name: string) => `${name}-${Math.random().toString(36).slice(2, 8)}`

async function asAdmin(page: Page): Promise<void> {
  await page.context().request.post('/login', { data: { email: 'admin@example.org', password: PASSWORD } })
}

test('an admin finds a person on a phone and suspends them; the person reads why, and the log has it', {
  tag: ['@D-148']
}, async ({ visitor }) => {
  const [admin, person] = [await visitor({ width: 390, height: 664 }), await visitor()]
  const username = named('spammer')
  await person.goto('/')
  await register(person, username)
  await asAdmin(admin)
  await admin.goto('/admin/people')
  await admin.getByRole('searchbox', { name: 'Username, name or email' }).fill(username.slice(2))
  await admin.getByRole('link', { name: username }).click()
  await admin.getByLabel('Reason').first().fill('Advertising in three rooms.')
  await admin.getByRole('button', { name: 'Suspend' }).click()
  await expect(admin.getByRole('button', { name: 'Lift the suspension' })).toBeVisible()

  await person.reload()
  await expect(person.getByText('The reason: Advertising in three rooms.')).toBeVisible()
  const refused = await person.context().request.post('/notes', { data: { title: 'A', content: 'B' } })
  expect(refused.status()).toBe(403)

  await admin.goto('/admin/log')
  await expect(admin.getByRole('listitem').filter({ hasText: 'suspended' }).filter({ hasText: username })).toBeVisible()
  await admin.getByRole('link', { name: username }).click()
  await admin.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(admin.getByRole('button', { name: 'Lift the suspension' })).toHaveCount(0)
  await person.reload()
  await expect(person.getByText('The reason:')).toHaveCount(0)
})

test('an admin announces something in the settings, and a visitor reads it', async ({ visitor }) => {
  const [admin, guest] = [await visitor(), await visitor({ width: 390, height: 664 })]
  await asAdmin(admin)
  await admin.goto('/admin/settings')
  const save = async (text: string) => {
    await admin.getByRole('textbox', { name: 'Announcement' }).fill(text)
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('The settings are saved.')).toBeVisible()
  }
  await save('The hut is closed on Sunday.')
  await guest.goto('/about')
  await expect(guest.getByText('The hut is closed on Sunday.')).toBeVisible()
  await admin.reload()
  await save('')
})

test('an admin uploads a logo and writes an imprint, and a visitor sees both', async ({ visitor }) => {
  const [admin, guest] = [await visitor({ width: 390, height: 664 }), await visitor()]
  await asAdmin(admin)
  await admin.goto('/admin/settings')
  const save = async () => {
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('The settings are saved.')).toBeVisible()
  }
  const buffer = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await admin.getByLabel('File of the logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(admin.getByRole('img', { name: 'The logo' })).toBeVisible()
  await admin.getByRole('combobox', { name: 'Imprint' }).selectOption('A text of your own')
  const text = admin.getByRole('textbox', { name: 'Text of the imprint' })
  await text.focus()
  await admin.locator('.ck-editor__editable:visible').waitFor()
  await text.pressSequentially('Run by Ada.')
  await save()

  await guest.goto('/imprint')
  await expect(guest.getByText('Run by Ada.')).toBeVisible()
  const logo = guest.getByRole('banner').locator('img').first()
  await expect(logo).toHaveJSProperty('naturalWidth', 320)

  await admin.reload()
  await admin.getByRole('button', { name: 'Remove' }).click()
  await admin.getByRole('combobox', { name: 'Imprint' }).selectOption('None')
  await save()
})

test('the admin pages tell everyone else that they are for other people', async ({ visitor }) => {
  const person = await visitor()
  await person.goto('/')
  await register(person, named('curious'))
  await person.goto('/admin')
  await expect(person.getByRole('heading', { name: 'You can’t open this page' })).toBeVisible()
})

for (const width of [390, 768, 1280, 1600]) {
  test(`the panels of the overview leave no hole at ${width} px`, async ({ visitor }) => {
    const admin = await visitor({ width, height: 900 })
    await asAdmin(admin)
    await admin.goto('/admin')
    await expect(admin.getByRole('region', { name: 'Health' })).toBeVisible()
    const gaps = await admin.getByRole('main').evaluate(main => {
      const boxes = [...main.querySelectorAll('section')].map(panel => panel.getBoundingClientRect())
      const above = ({ left, top }: DOMRect) => boxes.filter(box => box.left === left && box.bottom <= top)
      return boxes.flatMap(box => {
        const bottom = Math.max(...above(box).map(({ bottom }) => bottom))
        return Number.isFinite(bottom) ? Math.round(box.top - bottom) : []
      })
    })
    expect(new Set(gaps)).toEqual(new Set([20]))
  })
}
