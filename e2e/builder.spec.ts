import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './product.ts'

const bar = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}: Starts at`) })
const length = (page: Page, name: string) => page.getByRole('textbox', { name: `Duration of ${name}`, exact: true })
const total = (page: Page) => page.getByText(/in all$/)

/** Opens the builder with Warm up, Work and Rest, five minutes each. */
async function openBuilder(page: Page, title: string): Promise<void> {
  await page.goto('/challenges/create')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  for (const [index, name] of ['Warm up', 'Work', 'Rest'].entries()) {
    await page.getByRole('button', { name: 'Add a part' }).click()
    await page.getByRole('textbox', { name: `Title of part ${index + 1}` }).fill(name)
  }
  await expect(bar(page, 'Rest')).toBeVisible()
}

/** Drags with the mouse from a point of a bar. The point and the distance are fractions of the bar's width. */
async function drag(page: Page, name: string, from: number, by: number): Promise<void> {
  await bar(page, name).scrollIntoViewIfNeeded()
  const box = await bar(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not drawn`)
  const x = box.x + box.width * from
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (box.width * by) / 2, y)
  await page.mouse.move(x + box.width * by, y, { steps: 4 })
  await page.mouse.up()
}

const titles = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Title of part/ })
    .evaluateAll(fields => fields.map(field => (field as HTMLInputElement).value))

test('drags and keys move bars, the draft survives a reload, and the plan is saved as drawn', {
  tag: ['@BLD-09', '@BLD-47', '@BLD-81']
}, async ({ person }) => {
  const { page, context } = await person('ada')
  await openBuilder(page, 'Drawn by hand')
  await expect(total(page)).toHaveText('15 min in all')

  // Dragging the middle of a bar moves it behind the next one, and dragging its end doubles its length.
  await drag(page, 'Warm up', 0.5, 1.1)
  expect(await titles(page)).toEqual(['Work', 'Warm up', 'Rest'])
  const box = await bar(page, 'Rest').boundingBox()
  await drag(page, 'Rest', 1 - 3 / (box?.width ?? 100), 0.41)
  await expect(length(page, 'Rest')).toHaveValue('7 min')
  await expect(total(page)).toHaveText('17 min in all')
  await drag(page, 'Work', 0.5, 0.1)
  expect(await titles(page)).toEqual(['Work', 'Warm up', 'Rest'])

  await bar(page, 'Work').focus()
  await page.keyboard.press('ArrowRight')
  await expect(bar(page, 'Work')).toBeFocused()
  expect(await titles(page)).toEqual(['Warm up', 'Work', 'Rest'])
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.getByRole('status').getByText(/^Work: 4 min 30 s\. Starts at 05:00\./)).toBeVisible()
  await expect(length(page, 'Work')).toHaveValue('4 min 30 s')

  page.on('dialog', dialog => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  expect(await titles(page)).toEqual(['Warm up', 'Work', 'Rest'])
  await expect(length(page, 'Rest')).toHaveValue('7 min')

  // The server creates the activity, and the response is lost. The title then changes, and the page sends it again.
  await page.route(
    '**/api/challenges',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 }
  )
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByText(/The server didn’t answer/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Drawn by hand, twice')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await page.waitForURL('/activities/drawn-by-hand')
  await expect(page.getByRole('heading', { name: 'Drawn by hand, twice' })).toBeVisible()

  const list = await (await context.request.get('/api/activities?q=drawn')).json()
  expect(list.serverData.challenges).toHaveLength(1)
  const made = await (await context.request.get('/api/challenges/drawn-by-hand/update')).json()
  const parts: { title: string; duration: number }[] = made.serverData.challenge.parts[0].parts
  expect(parts.map(({ title, duration }) => [title, duration])).toEqual([
    ['Warm up', 300],
    ['Work', 270],
    ['Rest', 420]
  ])
})

test('Escape cancels a drag, and gaps between unlinked events can be dragged and are announced', async ({
  visitor
}) => {
  const page = await visitor()
  await openBuilder(page, 'Loose')
  await bar(page, 'Warm up').scrollIntoViewIfNeeded()
  const box = await bar(page, 'Warm up').boundingBox()
  if (!box) throw new Error('nothing is drawn')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 20 + box.width * 2, box.y + 20, { steps: 4 })
  expect(await titles(page)).toEqual(['Work', 'Rest', 'Warm up'])
  await page.keyboard.press('Escape')
  expect(await titles(page)).toEqual(['Warm up', 'Work', 'Rest'])
  await page.mouse.up()

  await page.getByRole('button', { name: 'Options of Part group 1' }).click()
  await page.getByRole('checkbox', { name: 'Linked' }).uncheck()
  await drag(page, 'Work', 0.5, 0.41)
  await expect(page.getByText('2 min gap between “Warm up” and “Work”.')).toBeVisible()
  await expect(page.getByText('2 min gap before it')).toBeVisible()
  await expect(total(page)).toHaveText('17 min in all')
})

test('on a phone the title of each new part is above the bar that saves', { tag: '@BLD-47' }, async ({ person }) => {
  const { page } = await person('ada', { width: 390, height: 664 })
  await page.goto('/challenges/create')
  const bottomBar = page.locator('.save-bar')
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: 'Add a part' }).last().click()
    const title = page.getByRole('textbox', { name: `Title of part ${number}` })
    await expect(title).toBeFocused()
    await expect(bar(page, `Part ${number}`)).toBeAttached()
    await expect
      .poll(async () => {
        const [field, saves] = [await title.boundingBox(), await bottomBar.boundingBox()]
        return field && saves ? saves.y - (field.y + field.height) : null
      })
      .toBeGreaterThanOrEqual(0)
  }
})

test('the warning of a refused save covers nothing of the bar that saves', { tag: ['@BLD-15', '@D-142'] }, async ({
  person
}) => {
  const { page } = await person('ada', { width: 390, height: 664 })
  await page.goto('/challenges/create')
  const warning = page.getByRole('region', { name: 'Messages' }).getByText('Please set the challenge title.')
  const bottomBar = page.locator('.save-bar')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(warning).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 664 })
    await expect
      .poll(async () => {
        const [over, saves] = [await warning.boundingBox(), await bottomBar.boundingBox()]
        return over && saves ? saves.y - (over.y + over.height) : null
      })
      .toBeGreaterThanOrEqual(0)
  }
})

test('the spinner of a busy button is in its middle, also without motion', async ({ person }) => {
  const { page } = await person('ada')
  await openBuilder(page, 'Slow')
  await page.route('**/api/challenges', () => {})
  const button = page.getByRole('button', { name: 'Create activity' })
  await button.click()
  const spinner = button.locator('.mantine-Button-loader')
  await expect(spinner).toBeVisible()
  const middle = (element: Locator) =>
    element.evaluate(node => {
      const { left, right, top, bottom } = node.getBoundingClientRect()
      return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)]
    })
  expect(await middle(spinner)).toEqual(await middle(button))
})

test('a finger drags the bar that it touches, and the knob of a selected bar', async ({ browser, product }) => {
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce'
  })
  const page = await context.newPage()
  await openBuilder(page, 'By touch')
  await bar(page, 'Warm up').scrollIntoViewIfNeeded()
  const client = await context.newCDPSession(page)
  const swipe = async (x: number, y: number, by: number): Promise<void> => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }] })
    await touch('touchStart', x)
    for (let step = 1; step <= 6; step++) await touch('touchMove', x + (by * step) / 6)
    await touch('touchEnd', x + by)
  }
  const warmUp = await bar(page, 'Warm up').boundingBox()
  if (!warmUp) throw new Error('nothing is drawn')
  await swipe(warmUp.x + warmUp.width / 2, warmUp.y + 22, warmUp.width)
  await expect.poll(() => titles(page)).toEqual(['Work', 'Warm up', 'Rest'])

  await bar(page, 'Work').tap()
  const work = await bar(page, 'Work').boundingBox()
  if (!work) throw new Error('nothing is drawn')
  await swipe(work.x + work.width + 12, work.y + 22, work.width * 0.41)
  await expect(length(page, 'Work')).toHaveValue('7 min')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await context.close()
})
