/** Tests the visible parts of a room without scrolling, and its sounds on every tab. */
import { expect, type Locator, type Page } from '@playwright/test'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import { makeSession, now, type Person, post, say, test } from './room.ts'

/** Whether a press on the middle of the element would reach it without scrolling. */
async function isInReach(element: Locator): Promise<boolean> {
  await expect(element).toBeVisible()
  return element.evaluate(node => {
    const { left, top, width, height, bottom } = node.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return top >= 0 && bottom <= window.innerHeight && hit !== null && node.contains(hit)
  })
}

const join = (page: Page) => page.locator('[data-action]').getByRole('button', { name: 'Join', exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })

const SCREENS = [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 1280, height: 720 },
  { width: 1366, height: 650 }
]

test('Join is on the first screen with its price, and no message covers it', { tag: ['@D-135', '@SES-018'] }, async ({
  person,
  visitor
}) => {
  const ada = await person('ada')
  const { id, path } = await makeSession(ada, { parts: [partGroupOf([partOf({ title: 'Warm up', duration: 600 })])] })
  await post(ada, `/challenge-events/${path.split('/').at(-1)}/start`)
  for (const content of ['Hello', 'Here', 'we', 'go', 'Welcome!']) {
    await post(ada, '/messages', { content, messageable_type: 'challenge_event', messageable_id: id })
  }
  const page = await visitor()
  for (const tab of ['', '/hut', '/chat', '/goals']) {
    await page.goto(path + tab)
    for (const screen of SCREENS) {
      await page.setViewportSize(screen)
      const seen = `${tab || 'Details'} at ${screen.width} × ${screen.height}`
      await expect(async () => expect(await isInReach(join(page)), `Join on ${seen}`).toBe(true)).toPass()
      if (tab === '') await expect(page.getByText('Joining costs 1/100 of a token.')).toBeVisible()
    }
  }
  for (const screen of SCREENS) {
    const grace = await person('grace', screen)
    await grace.page.goto(`${path}/chat`)
    // Tries to send three messages before joining.
    for (let press = 0; press < 3; press++) await say(grace.page, 'Hello')
    await expect(grace.page.getByText('Please join the challenge to use that feature.')).toHaveCount(1)
    expect(await isInReach(join(grace.page))).toBe(true)
    expect(await isInReach(field(grace.page))).toBe(true)
    // The field covers no message.
    const newest = grace.page.getByText('Welcome!')
    expect(await isInReach(newest), `the newest message at ${screen.width} × ${screen.height}`).toBe(true)
    await join(grace.page).click()
    await expect(grace.page.getByText('You have successfully joined this session.')).toBeVisible()
    await expect(grace.page.getByText('Please join the challenge to use that feature.')).toHaveCount(0)
    expect(await isInReach(field(grace.page))).toBe(true)
    await grace.page.close()
  }
})

/** The height from the top of the window to the bottom of the element, or more than the window if a part is out of view. */
async function bottomOf(element: Locator): Promise<number> {
  await expect(element).toBeVisible()
  const { y, height } = (await element.boundingBox()) ?? { y: -1, height: 0 }
  return y < 0 ? Number.POSITIVE_INFINITY : y + height
}

const TEXT = 'Feet as wide as your shoulders. Sit back as if on a chair, and keep your chest up.'

/** A running room of `ada` with a text, a next part and three goals. `grace` is a member. */
async function openHearth(person: (name: string, size?: object) => Promise<Person>) {
  const [ada, grace] = [await person('ada'), await person('grace')]
  const goals = ['Squats', 'Push-ups', 'Drink water'].map(title => taskOf({ title, amount: 10 }))
  const parts = [
    partOf({ title: 'Squats', duration: 600, content: `<p>${TEXT}</p>` }),
    partOf({ title: 'Rest', duration: 120 })
  ]
  const { path, slug } = await makeSession(ada, {
    title: 'Morning strength with the whole crew',
    parts: [partGroupOf(parts, { linked: 1 })],
    tasks: [taskGroupOf(goals)]
  })
  await post(grace, `/challenge-events/${slug}/join`)
  await post(ada, `/challenge-events/${slug}/start`)
  return { ada, grace, path }
}

test('the first view of a running room on a phone shows clock, part, text, next, faces and dock', {
  tag: ['@D-144', '@SES-050']
}, async ({ person, visitor }) => {
  const { ada, grace, path } = await openHearth(person)
  for (const page of [ada.page, grace.page, await visitor()]) {
    for (const height of [664, 844]) {
      await page.setViewportSize({ width: 390, height })
      await page.goto(path)
      const heading = page.locator('.room-heading')
      expect((await heading.boundingBox())?.height).toBeLessThanOrEqual(48)
      expect((await heading.boundingBox())?.y).toBe(0)
      const dock = page.locator('.dock')
      const top = (await dock.boundingBox())?.y ?? 0
      expect((await now(page).getByRole('timer').boundingBox())?.width).toBeGreaterThanOrEqual(230)
      for (const seen of [
        now(page).getByRole('timer'),
        now(page).getByRole('heading', { name: 'Squats' }),
        now(page).getByText(TEXT),
        now(page).getByText('Next'),
        now(page).getByRole('link', { name: /here$|taking part$/ })
      ]) {
        expect(await bottomOf(seen)).toBeLessThanOrEqual(top)
      }
      expect(await bottomOf(dock)).toBeLessThanOrEqual(height)
    }
  }
  // Two large buttons; "More" opens the others, and the host's bar.
  const quick = grace.page.getByRole('region', { name: 'Quick log' })
  await grace.page.setViewportSize({ width: 390, height: 664 })
  await expect(quick.getByRole('button', { name: /^\+1 / })).toHaveCount(2)
  await quick.getByRole('button', { name: 'More' }).click()
  await expect(quick.getByRole('button', { name: /^\+1 / })).toHaveCount(3)
  const hosts = ada.page.getByRole('region', { name: 'Quick log' })
  await hosts.getByRole('button', { name: 'Host' }).click()
  expect(await isInReach(hosts.getByRole('button', { name: 'Skip to Rest' }))).toBe(true)
  // A log lights up the face of its person for everyone.
  await quick.getByRole('button', { name: '+1 time: Squats' }).click()
  await expect(ada.page.locator(`[data-lit="${grace.username}"]`)).toHaveCount(1)
})

test('on a desktop ring, faces, host bar and chat are in the first view', { tag: '@D-144' }, async ({ person }) => {
  const { ada, path } = await openHearth(person)
  await ada.page.setViewportSize({ width: 1280, height: 800 })
  await ada.page.goto(path)
  const top = (await ada.page.locator('.dock').boundingBox())?.y ?? 0
  for (const seen of [
    now(ada.page).getByRole('timer'),
    now(ada.page).getByRole('link', { name: 'here' }),
    now(ada.page).getByRole('button', { name: 'Pause' }),
    field(ada.page)
  ]) {
    expect(await bottomOf(seen)).toBeLessThanOrEqual(top)
  }
})

test('on a desktop the host’s buttons are in one row, whatever the parts are called', { tag: '@D-144' }, async ({
  person
}) => {
  const ada = await person('ada')
  const { path, slug } = await makeSession(ada, {
    parts: [
      partGroupOf(
        [partOf({ title: 'Slow squats with a long pause' }), partOf({ title: 'Shoulder presses, both arms' })],
        {
          linked: 1
        }
      )
    ]
  })
  await post(ada, `/challenge-events/${slug}/start`)
  const bar = ada.page.getByRole('group', { name: 'Clock of the session' })
  for (const width of [1024, 1200, 1280]) {
    await ada.page.setViewportSize({ width, height: 900 })
    await ada.page.goto(path)
    await expect(bar.getByRole('button')).toHaveCount(3)
    const tops = await bar.getByRole('button').evaluateAll(all => all.map(one => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  }
})

test('by keyboard the dock is at most the 12th stop of a room, and the chat at most the 16th', {
  tag: '@D-144'
}, async ({ person }) => {
  const { ada, grace, path } = await openHearth(person)
  const stopOf = async (page: Page, selector: string): Promise<number> => {
    await page.goto(path)
    await expect(page.locator(selector).first()).toBeVisible()
    for (let stop = 1; stop <= 40; stop++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(wanted => document.activeElement?.closest(wanted) !== null, selector)) return stop
    }
    return 99
  }
  for (const { page } of [ada, grace]) {
    await page.setViewportSize({ width: 390, height: 664 })
    expect(await stopOf(page, '.dock')).toBeLessThanOrEqual(12)
    expect(await stopOf(page, '.dock [aria-label="Chat"]')).toBeLessThanOrEqual(16)
    // On a desktop the header of the site comes first, so two links skip it.
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const [link, place] of [
      ['Skip to the next step', '.dock'],
      ['Skip to the messages', '.chat-beside']
    ] as const) {
      await page.goto(path)
      await expect(page.locator('.chat-beside').getByRole('textbox')).toBeVisible()
      for (let stop = 1; stop <= 3; stop++) {
        await page.keyboard.press('Tab')
        if ((await page.evaluate(() => document.activeElement?.textContent)) === link) break
      }
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(wanted => document.activeElement?.closest(wanted) !== null, place)).toBe(true)
    }
  }
})

test('the whole menu of a room can be reached on a phone', { tag: '@D-144' }, async ({ person }) => {
  const { grace, path } = await openHearth(person)
  await grace.page.setViewportSize({ width: 390, height: 664 })
  await grace.page.goto(path)
  await grace.page.getByRole('button', { name: 'Session menu' }).click()
  const last = grace.page.getByRole('menuitem').last()
  await expect(last).toHaveText('Logout')
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('the clock is in the first view at 200 % zoom, and at 400 % only the dock is fixed', { tag: '@D-144' }, async ({
  person
}) => {
  const { grace, path } = await openHearth(person)
  await grace.page.setViewportSize({ width: 640, height: 400 })
  await grace.page.goto(path)
  const ring = now(grace.page).getByRole('timer')
  expect(await isInReach(ring)).toBe(true)
  // The digits leave the ring free.
  const digits = ring.getByText(/^\d+:\d\d$/)
  const [around, inside] = [await ring.boundingBox(), await digits.boundingBox()]
  expect(inside?.width ?? Infinity).toBeLessThanOrEqual(0.68 * (around?.width ?? 0))
  await grace.page.setViewportSize({ width: 320, height: 256 })
  const fixed = await grace.page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter(element => {
        const { position } = getComputedStyle(element)
        const { width, height } = element.getBoundingClientRect()
        return (position === 'fixed' || position === 'sticky') && width > 200 && height > 30
      }).length
  )
  expect(fixed).toBe(1)
})

test('the field of the chat is in view beside the room at 720 px, and above a phone’s keyboard', {
  tag: '@CHAT-04'
}, async ({ person }) => {
  const ada = await person('ada', { width: 1280, height: 720 })
  const { path } = await makeSession(ada, {})
  await post(ada, `/challenge-events/${path.split('/').at(-1)}/start`)
  for (const height of [720, 650]) {
    await ada.page.setViewportSize({ width: 1280, height })
    await ada.page.goto(path)
    expect(await isInReach(field(ada.page)), `${height} px`).toBe(true)
  }
  // The height above a keyboard, of 844.
  await ada.page.setViewportSize({ width: 390, height: 480 })
  await ada.page.goto(`${path}/chat`)
  await field(ada.page).focus()
  expect(await isInReach(field(ada.page))).toBe(true)
})

test('the chat pages back to its first message and announces new ones to someone who scrolled up', {
  tag: '@CHAT-20'
}, async ({ person }) => {
  const ada = await person('ada', { width: 390, height: 844 })
  const grace = await person('grace')
  const { id, path } = await makeSession(ada, {})
  await post(ada, `/challenge-events/${path.split('/').at(-1)}/start`)
  const tell = (content: string) =>
    post(ada, '/messages', { content, messageable_type: 'challenge_event', messageable_id: id })
  for (let index = 1; index <= 120; index++) await tell(`Message ${index}.`)
  await grace.page.goto(`${path}/chat`)
  const log = grace.page.getByRole('log')
  await expect(log.getByText('Message 120.')).toBeInViewport()
  await expect(log.getByText('Message 71.')).toHaveCount(1)
  await log.evaluate(element => element.scrollTo({ top: 0 }))
  await expect(log.getByText('Message 21.')).toHaveCount(1)
  // The page stays at the same place of the chat.
  await expect(log.getByText('Message 71.')).toBeInViewport()
  await tell('News.')
  await expect(grace.page.getByRole('button', { name: '1 new message' })).toBeVisible()
  await expect(grace.page).toHaveTitle(/^\(1\) /)
  await log.evaluate(element => element.scrollTo({ top: 0 }))
  await expect(log.getByText('Message 1.')).toHaveCount(1)
  await expect(grace.page.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0)
  await grace.page.getByRole('button', { name: '1 new message' }).click()
  await expect(log.getByText('News.')).toBeInViewport()
  await expect(grace.page).not.toHaveTitle(/^\(/)
})

test('after one press a plan without intervals plays sounds on every tab, also after a reload', {
  tag: '@TMR-12'
}, async ({ person, pass }) => {
  const ada = await person('ada')
  await ada.context.addInitScript(() => {
    const tones = new Set<OscillatorNode>()
    Object.assign(window, { tones })
    const { start, stop } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (...when) {
      tones.add(this)
      start.apply(this, when)
    }
    // `stop` without a time cancels a planned tone.
    OscillatorNode.prototype.stop = function (...when) {
      if (when.length === 0) tones.delete(this)
      stop.apply(this, when)
    }
  })
  const tones = () => ada.page.evaluate(() => (window as unknown as { tones: Set<unknown> }).tones.size)
  const parts = ['Focus', 'Break', 'Focus again'].map(title => partOf({ title, duration: 60 }))
  const { path } = await makeSession(ada, { parts: [partGroupOf(parts)] })
  await post(ada, `/challenge-events/${path.split('/').at(-1)}/start`)
  await ada.page.goto(path)
  await ada.page.getByRole('link', { name: 'Chat' }).click()
  await expect(ada.page.getByRole('button', { name: 'Sound on' })).toBeVisible()
  expect(await tones()).toBe(0)
  await pass(59)
  await expect(now(ada.page)).toContainText('Focus00:01')
  await pass(1)
  await expect(now(ada.page)).toContainText('Break01:00')
  // The tone for the last second of "Focus", and the one for the start of "Break".
  await expect.poll(tones).toBe(2)
  await expect(ada.page).toHaveTitle(/^01:00 Break · /)
  await ada.page.reload()
  await ada.page.getByRole('heading', { level: 1 }).click()
  await expect(ada.page.getByRole('button', { name: 'Sound on' })).toBeVisible()
  expect(await tones()).toBe(0)
  await pass(60)
  await expect(now(ada.page)).toContainText('Focus again01:00')
  await expect.poll(tones).toBe(1)
})
