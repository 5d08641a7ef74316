import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violations } from './axe.ts'
import { test } from './product.ts'

const PHONE = { width: 390, height: 844 }

const titles = (page: Page) =>
  page.getByRole('article').evaluateAll(cards => cards.map(card => card.getAttribute('aria-label')))

/** Creates an item that starts with a picture. */
async function add(page: Page, title: string, paragraphs: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add an item' }).click()
  const form = page.getByRole('form', { name: 'New item' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'Content' }).click()
  const upload = form.getByRole('button', { name: 'Upload image from computer' }).first()
  const more = form.getByRole('button', { name: 'Show more items' })
  // The editor loads when its field gets the focus. On a phone some of its buttons are behind this one.
  await expect(upload.or(more).filter({ visible: true }).first()).toBeVisible()
  if (!(await upload.isVisible())) await more.click()
  const chooser = page.waitForEvent('filechooser')
  await upload.press('Enter')
  const buffer = await sharp({ create: { width: 700, height: 70, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await (await chooser).setFiles({ name: 'sky.png', mimeType: 'image/png', buffer })
  await expect(form.getByRole('figure').getByRole('img')).toHaveAttribute('src', /^\/uploads\//, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Change image text alternative' }).click()
  await page.getByRole('textbox', { name: 'Text alternative' }).fill(`The sky of ${title}`)
  await page.keyboard.press('Enter')
  // Continues below the picture.
  await page.keyboard.press('Enter')
  for (const [index, text] of paragraphs.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.insertText(text)
  }
  // The toolbar stays in view over a long text, at full width.
  await expect(form.getByRole('button', { name: 'Bold' })).toBeInViewport()
  await form.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
}

async function check(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
}

test('a writer makes a book on two devices and orders it by keyboard, and visitors read it', {
  tag: ['@PUB-001', '@PUB-024', '@PUB-026', '@PUB-031', '@PUB-034', '@PUB-038', '@PUB-062', '@D-121']
}, async ({ person, visitor, browser }) => {
  const { page: phone, context, username } = await person('ada', PHONE)
  const book = `Letters of ${username}`
  await phone.goto(`/${username}`)
  await phone.getByRole('button', { name: 'Group: None' }).click()
  await phone.getByRole('button', { name: 'Create a group' }).click()
  await phone.getByRole('textbox', { name: 'Group title' }).fill(book)
  await phone.getByRole('button', { name: 'Create Group', exact: true }).click()
  await expect(phone.getByRole('heading', { level: 1, name: book })).toBeVisible()
  await add(phone, 'Morning', ['The sun was up.'])
  await add(
    phone,
    'Noon',
    Array.from({ length: 12 }, (_, index) => `Hour ${index} was long.`)
  )
  await check(phone)

  const desktop = await (
    await browser.newContext({
      baseURL: new URL(phone.url()).origin,
      storageState: await context.storageState(),
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce'
    })
  ).newPage()
  await desktop.goto(new URL(phone.url()).pathname)
  await add(desktop, 'Evening', ['The lamps were lit.'])
  expect(await titles(desktop)).toEqual(['Evening', 'Noon', 'Morning'])
  await check(desktop)

  // Picks up and drops by keyboard alone.
  await desktop.getByRole('button', { name: 'Drag Evening' }).focus()
  await desktop.keyboard.press('Space')
  await expect(desktop.getByText('Evening is over place 1 of 3.')).toBeAttached()
  // The list listens to the arrow keys one turn of the event loop later, and a test may be faster.
  await desktop.evaluate(() => new Promise(done => setTimeout(done)))
  await desktop.keyboard.press('ArrowDown')
  await expect(desktop.getByText('Evening is over place 2 of 3.')).toBeAttached()
  await desktop.keyboard.press('Space')
  await expect.poll(() => titles(desktop)).toEqual(['Noon', 'Evening', 'Morning'])
  // Screen readers announce it once.
  await expect(desktop.getByText('Evening dropped at place 2.')).toBeAttached()
  await expect(desktop.getByText('Evening is at place 2 of 3.')).toHaveCount(0)
  await desktop.getByRole('button', { name: 'Move Morning up' }).press('Enter')
  await expect.poll(() => titles(desktop)).toEqual(['Noon', 'Morning', 'Evening'])
  await expect(desktop.getByRole('button', { name: 'Move Morning up' })).toBeFocused()

  const reader = await visitor(PHONE)
  // The desktop shows the new order before it is stored.
  await expect(async () => {
    await reader.goto(new URL(phone.url()).pathname)
    expect(await titles(reader)).toEqual(['Noon', 'Morning', 'Evening'])
  }).toPass()
  const noon = reader.getByRole('article', { name: 'Noon' })
  await expect(noon.getByText('Hour 11 was long.')).not.toBeInViewport()
  await noon.getByRole('button', { name: 'Read More of Noon' }).click()
  await noon.getByText('Hour 11 was long.').scrollIntoViewIfNeeded()
  await expect(noon.getByText('Hour 11 was long.')).toBeInViewport()
  await check(reader)
  await reader.getByRole('link', { name: 'Morning' }).click()
  await expect(reader.getByText('The sun was up.')).toBeVisible()
  await reader.getByRole('link', { name: 'Next: Evening' }).click()
  await expect(reader.getByText('The lamps were lit.')).toBeVisible()
  await check(reader)
  await desktop.context().close()

  const { origin, pathname } = new URL(phone.url())
  const noScript = await browser.newContext({ baseURL: origin, viewport: PHONE, javaScriptEnabled: false })
  const still = await noScript.newPage()
  await still.goto(pathname)
  expect(await titles(still)).toEqual(['Noon', 'Morning', 'Evening'])
  const loaded = () =>
    still
      .getByRole('article')
      .getByRole('img')
      .evaluateAll(all => all.map(one => (one as HTMLImageElement).naturalWidth > 0))
  await expect.poll(loaded).toEqual([true, true, true])
  await still.getByRole('link', { name: 'Morning' }).click()
  await expect(still.getByText('The sun was up.')).toBeVisible()
  await still.getByRole('link', { name: 'Next: Evening' }).click()
  await expect(still.getByRole('heading', { level: 1, name: 'Evening' })).toBeVisible()
  await noScript.close()
})

test('a profile shows the person, their next session and their groups at once', async ({ person, visitor }) => {
  const { page, username } = await person('hedy')
  const stored = await page.request.post('/api/groups/store', { data: { title: `Night owls of ${username}` } })
  const { group } = await stored.json()
  const started_at = new Date(Date.now() + 86_400_000).toISOString()
  const challenge = { title: 'Late pages', duration: 3600, started_at }
  const planned = await page.request.post('/api/challenge-events', { data: { challenge } })
  expect(planned.ok(), await planned.text()).toBe(true)

  const phone = await visitor({ width: 390, height: 664 })
  await phone.goto(`/${username}`)
  const main = phone.getByRole('main')
  const parts = [
    main.locator('[data-letter]').first(),
    main.getByRole('heading', { level: 1 }),
    main.getByText(/^Here since/),
    main.getByRole('link', { name: 'Late pages' }),
    main.getByRole('link', { name: group.title })
  ]
  for (const part of parts) {
    const { y, height } = (await part.boundingBox()) ?? { y: 664, height: 0 }
    expect(y + height).toBeLessThanOrEqual(608)
  }
  await expect(main.getByText(/None|anything yet/)).toHaveCount(0)
  // The feed has the session.
  await expect(main.getByRole('link', { name: `Feed of ${username}` })).toBeVisible()
  await check(phone)
})

test('a person shows their streak and one goal on the profile, and hides the goal again', {
  tag: '@D-163'
}, async ({ person, visitor }) => {
  const { page, context, username } = await person('grace', PHONE)
  const task = { title: 'Drink water', unit: 'glasses', amount: 8, repeats: { every: 'day' } }
  const { goal } = await (await context.request.post('/goals/store', { data: { challenge: { tasks: [task] } } })).json()
  await context.request.post('/logs/store-quick-log', { data: { goal_id: goal.id, amount: 2 } })
  const reader = await visitor(PHONE)
  await reader.goto(`/${username}`)
  await expect(reader.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect(reader.getByText(/in a row|Goals|Drink water/).filter({ visible: true })).toHaveText(['Goals'])

  await page.goto('/account')
  await page.getByRole('switch', { name: 'My streak' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.goto(`/my/goals/${goal.id}`)
  await page.getByRole('button', { name: 'Menu of Drink water' }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await page.getByRole('switch', { name: 'Everyone, on my profile' }).click()
  await expect(page.getByText('Shared with everyone')).toBeAttached()

  await reader.reload()
  await expect(reader.getByText('1 day in a row')).toBeVisible()
  const goals = reader.getByRole('region', { name: 'Goals' })
  await expect(goals.getByRole('listitem')).toContainText(['2 of 8 glasses today'])
  await check(reader)

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('Shared with everyone')).toBeHidden()
  // Visitors share a page for a second.
  await expect(async () => {
    await reader.reload()
    await expect(reader.getByText('1 day in a row')).toBeVisible()
    await expect(goals).toBeHidden({ timeout: 500 })
  }).toPass()
})

test('a writer gives the page a cover and an introduction, and readers see both first', async ({ person, visitor }) => {
  const { page, username } = await person('mary', PHONE)
  await page.goto(`/${username}`)
  await page.getByRole('button', { name: 'Edit page' }).click()
  const form = page.getByRole('form', { name: 'Edit page' })
  await form.getByLabel('Name').fill('Mary of the hills')
  await form.getByLabel('Introduction').fill('I walk, and write down what I saw.')
  await check(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a cover' }).click()
  const buffer = await sharp({ create: { width: 1600, height: 500, channels: 3, background: 'olive' } })
    .png()
    .toBuffer()
  await (await chooser).setFiles({ name: 'hills.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: 'Change the cover' })).toBeVisible({ timeout: 30_000 })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mary of the hills' })).toBeVisible()

  const reader = await visitor(PHONE)
  await reader.goto(`/${username}`)
  await expect(reader.getByRole('heading', { level: 1, name: 'Mary of the hills' })).toBeInViewport({ ratio: 1 })
  await expect(reader.getByText('I walk, and write down what I saw.')).toBeInViewport({ ratio: 1 })
  const cover = reader.locator('main img[srcset]').first()
  await expect(cover).toBeInViewport({ ratio: 1 })
  expect(await cover.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await check(reader)
})

test('a text has 60 to 70 characters a line, in the middle of the page', async ({ person, visitor }) => {
  const { page } = await person('ada')
  const sentence = 'Nobody talked much at six, and nobody had to: the clock said when to start and when to stop. '
  const stored = await page.request.post('/api/items', {
    data: { title: `Lines of ${Date.now()}`, content: `<p>${sentence.repeat(12)}</p>` }
  })
  const { item } = await stored.json()
  const reader = await visitor({ width: 1280, height: 900 })
  await reader.goto(item.path)
  const text = reader.getByText('Nobody talked much')
  await expect(reader.getByText('1 min read')).toBeVisible()
  const lines = await text.evaluate(paragraph => {
    const range = document.createRange()
    range.selectNodeContents(paragraph)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  const characters = (sentence.length * 12) / lines
  expect(characters).toBeGreaterThanOrEqual(60)
  expect(characters).toBeLessThanOrEqual(70)
  const box = await text.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(8)
  await check(reader)
})
