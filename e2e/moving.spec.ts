import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { storeItem } from '../domain/publishing/item-api.ts'
import { uploadLoosePicture } from '../domain/uploads/api.ts'
import { violations } from './axe.ts'
import { test } from './product.ts'

const PHONE = { width: 390, height: 664 }

/** Writes an item with a picture by the API. */
async function write(page: Page, title: string): Promise<void> {
  const buffer = await sharp({ create: { width: 700, height: 70, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const headers = { 'x-csrf-token': await tokenOf(page) }
  const sent = await page.request.post(uploadLoosePicture.path, {
    headers,
    multipart: { file: { name: 'sky.jpg', mimeType: 'image/jpeg', buffer } }
  })
  const { url } = (await sent.json()) as { url: string }
  const content = `<p>Dear <strong>all</strong></p><figure class="image"><img src="${url}" alt="The sky"></figure>`
  const made = await page.request.post(storeItem.path, { headers, data: { title, content } })
  expect(made.status()).toBe(200)
}

async function tokenOf({ request }: Page): Promise<string> {
  const { csrf_token } = (await (await request.get('/api/sanctum/csrf-cookie')).json()) as { csrf_token: string }
  return csrf_token
}

async function download(page: Page, name: string): Promise<string> {
  await page.goto('/account')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name }).press('Enter')
  const path = await (await file).path()
  return path
}

async function choose(page: Page, file: string, name: string): Promise<void> {
  await page.goto('/my/logs/import')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer: await readFile(file) })
}

test('a person takes items with pictures to another account, twice, and undoes it', {
  tag: ['@D-131', '@LOG-28']
}, async ({ person }) => {
  const { page: ada } = await person('ada', PHONE)
  const title = 'A letter to move'
  await write(ada, title)
  const items = await download(ada, 'Items (Markdown)')
  const everything = await download(ada, 'Everything (zip)')

  const { page: grace, username } = await person('grace', PHONE)
  await choose(grace, items, 'items.zip')
  const list = grace.getByRole('list', { name: 'Items' })
  await expect(list).toContainText(title)
  expect(await violations(grace)).toEqual([])
  await grace.getByRole('checkbox', { name: 'Publish what was published' }).press('Space')
  await grace.getByRole('button', { name: 'Import 1 item' }).press('Enter')
  await expect(grace.getByRole('status').getByText('1 item imported.')).toBeVisible()
  await grace.goto(`/${username}`)
  const picture = grace.getByRole('article', { name: title }).getByRole('img', { name: 'The sky' })
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)

  await choose(grace, items, 'items.zip')
  await expect(grace.getByText('You have all of these items already.')).toBeVisible()
  await choose(grace, everything, 'everything.zip')
  await expect(grace.getByText('1 item', { exact: true })).toBeVisible()
  expect(await violations(grace)).toEqual([])
  await grace.getByRole('button', { name: 'Move in' }).press('Enter')
  await expect(grace.getByText(/1 were here already\./)).toBeVisible()

  await grace.goto('/my/logs/import')
  await grace.getByRole('listitem').filter({ hasText: 'items.zip' }).getByRole('button').press('Enter')
  await grace.getByRole('dialog').getByRole('button', { name: 'Undo it' }).press('Enter')
  await expect(grace.getByRole('listitem').filter({ hasText: 'items.zip' })).toHaveCount(0)
  await grace.goto(`/${username}`)
  await expect(grace.getByText("You haven't written anything yet.", { exact: false })).toBeVisible()
})
