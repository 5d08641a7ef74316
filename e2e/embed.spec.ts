import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { countDown, makeSession, post, test } from './room.ts'

/** The most bytes of the frame's script. */
const MOST_BYTES = 40_000

/** Opens another site, at another host and port, that frames a page of the hut. */
async function frameOn(page: Page, src: string, height = 560): Promise<FrameLocator> {
  const html = `<!doctype html><h1>Another site</h1><iframe src="${src}" width="320" height="${height}"></iframe>`
  const site = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
  site.closeAllConnections()
  site.close()
  return page.frameLocator('iframe')
}

const parts = (titles: string[]) => [
  {
    uuid: crypto.randomUUID(),
    parts: titles.map((title, order) => ({ uuid: crypto.randomUUID(), title, order, duration: 150 }))
  }
]

test('another site shows the clock of a session, which waits, runs, pauses and ends with it', async ({
  person,
  visitor,
  pass,
  clocked
}) => {
  const ada = await person('ada')
  const { path, id } = await makeSession(ada, { title: 'Squats', duration: 300, parts: parts(['Down', 'Up']) })
  const page = await visitor({ width: 360, height: 664 })
  const scripts: Promise<number>[] = []
  page.on('response', response => {
    if (response.url().endsWith('/embed/embed.js')) scripts.push(response.body().then(({ length }) => length))
  })
  const frame = await frameOn(page, `${clocked.address}/embed${path}`)
  await expect(frame.getByRole('heading', { name: 'Awaiting participants' })).toBeVisible()
  await expect(frame.getByRole('listitem')).toHaveText([/^Down/, /^Up/])
  await expect(frame.getByRole('list', { name: 'Plan' })).toHaveAttribute('tabindex', '0')
  await frame.getByRole('button', { name: 'Turn sound on' }).click()
  await expect(frame.getByRole('button', { name: 'Turn sound off' })).not.toHaveAttribute('aria-pressed')
  const width = await frame.locator('html').evaluate(html => [html.scrollWidth, html.clientWidth])
  expect(width[0]).toBe(width[1])

  await ada.page.goto(path)
  await ada.page.getByRole('button', { name: 'Start Session' }).click()
  await countDown(ada.page, pass)
  await expect(frame.getByRole('heading', { name: 'Down' })).toBeVisible()
  await pass(160)
  await expect(frame.getByRole('heading', { name: 'Up' })).toBeVisible()
  await expect(frame.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'step')
  await post(ada, `/api/challenge-events/${id}/pause`)
  await expect(frame.getByRole('heading', { name: /paused$/ })).toBeVisible()
  await post(ada, `/api/challenge-events/${id}/resume`)
  await pass(150)
  await expect(frame.getByRole('heading', { name: 'Ended' })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  expect(Math.max(...(await Promise.all(scripts)))).toBeLessThanOrEqual(MOST_BYTES)
})

test('another site runs an activity for its reader alone, with the keyboard', async ({
  person,
  visitor,
  pass,
  clocked
}) => {
  const ada = await person('ada')
  const response = await ada.context.request.post('/challenges', {
    data: { challenge: { title: 'Breathe', parts: parts(['In', 'Out']) } }
  })
  const { slug } = (await response.json()).challenge
  const page = await visitor()
  const frame = await frameOn(page, `${clocked.address}/embed/activities/${slug}`)
  await frame.getByRole('button', { name: 'Start' }).focus()
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('button', { name: 'Pause' })).toBeFocused()
  await expect(frame.getByRole('timer')).toHaveText('02:30')
  await pass(151)
  await expect(frame.getByRole('heading', { name: 'Out' })).toBeVisible()
  await pass(150)
  await expect(frame.getByRole('heading', { name: 'That was it' })).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Start again' })).toBeVisible()
})

test('a low frame scrolls, and its last line is below the plan', async ({ person, visitor, clocked }) => {
  const ada = await person('ada')
  const { path } = await makeSession(ada, { title: 'Squats', duration: 300, parts: parts(['Down', 'Up']) })
  const page = await visitor()
  const frame = await frameOn(page, `${clocked.address}/embed${path}`, 300)
  await expect(frame.getByRole('listitem')).toHaveCount(2)
  const [plan, line] = await Promise.all([frame.getByRole('list').boundingBox(), frame.locator('footer').boundingBox()])
  if (!plan || !line) throw new Error('They aren’t shown.')
  expect(plan.height).toBeGreaterThanOrEqual(64)
  expect(line.y).toBeGreaterThanOrEqual(plan.y + plan.height)
})

test('another site can’t frame the page itself', async ({ visitor, clocked }) => {
  const page = await visitor()
  const frame = await frameOn(page, `${clocked.address}/activities`)
  await expect(frame.getByRole('heading')).toHaveCount(0)
  expect(page.frames().some(one => one.url().startsWith('chrome-error:'))).toBe(true)
})
