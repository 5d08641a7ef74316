import { expect } from '@playwright/test'
import { PUBLIC_PAGES } from './pages.ts'
import { test } from './product.ts'

for (const path of ['/', '/activities', '/activities/pomodoro-four-rounds', '/groups', '/tokens']) {
  test(`the HTML of ${path} names every script and style of the first screen`, async ({ visitor }) => {
    const page = await visitor()
    const loaded: string[] = []
    page.on('request', request => {
      if (['script', 'stylesheet'].includes(request.resourceType())) loaded.push(new URL(request.url()).pathname)
    })
    const html = await (await page.goto(path, { waitUntil: 'networkidle' }))?.text()
    const named = new Set([...(html ?? '').matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file))
    expect(loaded.filter(file => !named.has(file))).toEqual([])
    expect(loaded.length).toBeGreaterThan(5)
    // Pages have contracts without schemas (client/lean-module.ts).
    expect(loaded.filter(file => file.includes('/schemas-'))).toEqual([])
  })
}

test('a first visit of a page makes at most 25 requests', async ({ browser, product, person }) => {
  const { context } = await person('ada')
  const cookies = await context.cookies()
  const visit = async (path: string): Promise<void> => {
    const visitor = await browser.newContext({ baseURL: product.address })
    if (path === '/my/goals') await visitor.addCookies(cookies)
    const page = await visitor.newPage()
    const loaded: string[] = []
    page.on('request', request => loaded.push(request.url()))
    await page.goto(path, { waitUntil: 'networkidle' })
    // The service worker stores the other files once the page is loaded.
    const own = loaded.filter(url => !url.endsWith('/worker.js'))
    expect(own.length, `${path}: ${own.join(' ')}`).toBeLessThanOrEqual(25)
    await visitor.close()
  }
  const things = ['/activities/pomodoro-four-rounds', '/sessions/10', '/group/calm', '/hut-guide']
  await Promise.all(['/', ...things, '/my/goals', '/challenges/events/create', '/challenges/create'].map(visit))
})

test('a form that is sent before the page’s code has loaded is sent with its text', async ({ person }) => {
  const { page } = await person('mary')
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async route => {
    await sent
    await route.continue()
  })
  await page.goto('/my/lists', { waitUntil: 'commit' })
  await page.getByLabel('List Title').fill('Rainy days')
  await page.getByLabel('List Title').press('Enter')
  send()
  await expect(page.getByRole('link', { name: /Rainy days/ })).toBeVisible()
})

test('an address that changes during hydration opens its dialog', async ({ visitor }) => {
  const page = await visitor()
  // Delays each piece of hydration by 50 ms, and changes the address after the first one.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    let pieces = 0
    MessagePort.prototype.postMessage = function (...given: unknown[]) {
      if (pieces++ === 1) window.location.hash = '#login'
      setTimeout(() => Reflect.apply(postMessage, this, given), 50)
    }
  })
  await page.goto('/')
  await expect(page.getByRole('dialog', { name: 'Sign in or register' })).toBeVisible()
})

test('on a journey a page of mine offers the time zone of the device', async ({ browser, product, person }) => {
  const { context } = await person('ada')
  const abroad = await browser.newContext({ baseURL: product.address, timezoneId: 'Asia/Tokyo' })
  await abroad.addCookies(await context.cookies())
  const page = await abroad.newPage()
  await page.goto('/my/goals')
  await expect(page.getByText('This device is in Tokyo.')).toBeVisible()
  await abroad.close()
})

for (const width of [320, 1280]) {
  test(`the title and the filter of a list open and close by keyboard, ${width} px wide`, {
    tag: ['@ACT-007', '@ACT-011', '@ACT-012']
  }, async ({ visitor }) => {
    const page = await visitor({ width })
    await page.goto('/activities')
    const title = page.getByRole('button', { name: 'All activities' })
    const mine = page.getByRole('link', { name: 'My activities' })
    await title.press('Enter')
    await expect(mine).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(mine).toBeHidden()
    await expect(title).toBeFocused()
    await title.click()
    await mine.click()
    await expect(page).toHaveURL('/activities?joined=1')
    await expect(mine).toBeHidden()

    const category = page.getByLabel('Category')
    await page.getByRole('button', { name: 'Filter' }).press('Enter')
    await expect(category).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(category).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(category).toBeHidden()
  })
}

test('without script a visitor reads the links, headings and content of each public page', async ({
  browser,
  product
}) => {
  const context = await browser.newContext({ baseURL: product.address, javaScriptEnabled: false })
  const page = await context.newPage()
  const isPersonal = (path: string): boolean => path.startsWith('/my/') || path.startsWith('/account')
  for (const path of PUBLIC_PAGES.filter(one => !isPersonal(one))) {
    // The server renders for one address at most 150 ms in a second. On a busy machine one page takes longer than that,
    // and the next one comes without content until the second is over.
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1, { timeout: 1000 })
    }).toPass()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Activities' }), path).toBeVisible()
  }
  await page.goto('/activities')
  const names = () => page.getByRole('article').getByRole('heading').allTextContents()
  const first = await names()
  expect(first.length).toBeGreaterThan(5)
  await page.getByRole('link', { name: /next/i }).click()
  expect((await names()).filter(name => first.includes(name))).toEqual([])
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})
