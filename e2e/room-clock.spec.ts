import { expect, type Page } from '@playwright/test'
import { partGroupOf, partOf } from '../testing/plans.ts'
import { makeSession, now, type Person, people, post, say, showTime, test } from './room.ts'

/** Starts an hour of three parts (10, 20 and 30 minutes). */
async function begin(host: Person): Promise<{ path: string; slug: string }> {
  const parts = [600, 1200, 1800].map((duration, index) => partOf({ title: `Part ${index + 1}`, duration }))
  const { path, slug } = await makeSession(host, { parts: [partGroupOf(parts)] })
  await post(host, `/challenge-events/${slug}/start`)
  return { path, slug }
}

/** The ring and its figure: the part, its remaining time, and its remaining share. */
async function shows(page: Page, part: string, left: string, share: number): Promise<void> {
  await expect(now(page)).toContainText(`${part}${left}`)
  const rest = now(page).getByRole('timer').locator('circle').nth(1)
  const drawn = (): Promise<number> =>
    rest.evaluate(circle => {
      const { strokeDasharray, strokeDashoffset } = getComputedStyle(circle)
      return 1 - Number.parseFloat(strokeDashoffset) / Number.parseFloat(strokeDasharray)
    })
  // The ring is animated.
  await expect.poll(drawn).toBeCloseTo(share, 2)
}

/** Waits until all responses have arrived: a late one would bring a newer time than the page's. */
async function enter(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('log')).toContainText('No messages yet. Say hello!')
  await expect(people(page)).toContainText(/[12] here now/)
}

/** Hides the page, as the browser does when another tab is in front or the device sleeps. */
async function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('visitors, latecomers, reloads and a device with a wrong clock all show the same time', {
  tag: ['@TMR-03', '@TMR-04', '@D-82']
}, async ({ person, visitor, pass, clocked }) => {
  const ada = await person('ada')
  const { path } = await begin(ada)
  await ada.page.goto(path)
  await shows(ada.page, 'Part 1', '10:00', 1)
  await pass(599)
  await shows(ada.page, 'Part 1', '00:01', 0)
  await pass(1)
  await shows(ada.page, 'Part 2', '20:00', 1)
  await pass(300)
  await shows(ada.page, 'Part 2', '15:00', 0.75)

  const late = await visitor({ width: 390, height: 844 })
  await late.goto(path)
  await shows(late, 'Part 2', '15:00', 0.75)
  await ada.page.reload()
  await shows(ada.page, 'Part 2', '15:00', 0.75)
  const wrong = await visitor()
  await wrong.context().clock.setFixedTime((await clocked.move(0)) + 3_600_000)
  await wrong.goto(path)
  await shows(wrong, 'Part 2', '15:00', 0.75)
})

test('a hidden tab with stopped timers is right as soon as it is visible', {
  tag: ['@TMR-03', '@TMR-04']
}, async ({ person, clocked }) => {
  const ada = await person('ada')
  const { path } = await begin(ada)
  await enter(ada.page, path)
  await shows(ada.page, 'Part 1', '10:00', 1)
  await turn(ada.page, 'hidden')
  const time = await clocked.move(0)
  await ada.page.clock.pauseAt(time)
  await clocked.move(900_000)
  // The date of the tab advances, but no timer runs until the end of this test.
  await ada.page.clock.setSystemTime(time + 900_000)
  await shows(ada.page, 'Part 1', '10:00', 1)
  await turn(ada.page, 'visible')
  await shows(ada.page, 'Part 2', '15:00', 0.75)
})

test('a frozen tab catches up after it thaws', {
  tag: ['@TMR-03', '@CHAT-14', '@CHAT-20']
}, async ({ person, clocked }) => {
  const ada = await person('ada')
  const grace = await person('grace')
  const { path, slug } = await begin(ada)
  await post(grace, `/challenge-events/${slug}/join`)
  await Promise.all([enter(ada.page, path), enter(grace.page, path)])
  await shows(grace.page, 'Part 1', '10:00', 1)
  const browser = await grace.context.newCDPSession(grace.page)
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' })
  const time = await clocked.move(900_000)
  await showTime(ada.context, time)
  await say(ada.page, 'Are you there?')
  await expect(ada.page.getByText('Are you there?')).toHaveCount(1)
  await shows(ada.page, 'Part 2', '15:00', 0.75)
  await browser.send('Page.setWebLifecycleState', { state: 'active' })
  await grace.context.clock.setFixedTime(time)
  await shows(grace.page, 'Part 2', '15:00', 0.75)
  await expect(grace.page.getByText('Are you there?')).toHaveCount(1)
})

test('after a sleep and a lost connection the clock is right at once, and the page catches up', {
  tag: ['@TMR-03', '@CHAT-14', '@D-105']
}, async ({ person, clocked }) => {
  const ada = await person('ada')
  const grace = await person('grace')
  const { path, slug } = await begin(ada)
  await post(grace, `/challenge-events/${slug}/join`)
  let isDead = false
  await grace.page.routeWebSocket(/\/socket$/, socket => {
    const server = socket.connectToServer()
    const dies = isDead
    // A dead connection is silent and sends no close.
    socket.onMessage(message => (isDead && !dies ? undefined : server.send(message)))
    server.onMessage(message => (isDead && !dies ? undefined : socket.send(message)))
  })
  await Promise.all([enter(ada.page, path), enter(grace.page, path)])
  await turn(grace.page, 'hidden')
  isDead = true
  const time = await clocked.move(900_000)
  await showTime(ada.context, time)
  await say(ada.page, 'You slept')
  await expect(ada.page.getByText('You slept')).toHaveCount(1)

  await grace.context.clock.setFixedTime(time)
  await turn(grace.page, 'visible')
  await shows(grace.page, 'Part 2', '15:00', 0.75)
  await expect(grace.page.getByText('You slept')).toHaveCount(0)
  // The ping gets no response. The next socket opens a second later.
  await grace.page.clock.fastForward(8000)
  await expect(grace.page.getByText('No connection to the server. Reconnecting…')).toBeVisible()
  await grace.page.clock.fastForward(1000)
  await expect(grace.page.getByText('You slept')).toHaveCount(1)
  await expect(grace.page.getByText('No connection to the server. Reconnecting…')).toBeHidden()
})
