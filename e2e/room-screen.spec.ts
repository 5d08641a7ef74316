/** Tests the visible parts of a room without scrolling, and its sounds on every tab. */
import { expect, type Locator, type Page } from '@playwright/test'
import { partGroupOf, partOf } from '../testing/plans.ts'
import { makeSession, now, post, say, test } from './room.ts'

/** Whether a press on the middle of the element would reach it without scrolling. */
async function isInReach(element: Locator): Promise<boolean> {
  await expect(element).toBeVisible()
  return element.evaluate(node => {
    const { left, top, width, height, bottom } = node.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return top >= 0 && bottom <= window.innerHeight && hit !== null && node.contains(hit)
  })
}

const join = (page: Page) =>
  page.getByRole('region', { name: 'Next step' }).getByRole('button', { name: 'Join', exact: true })
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
      if (tab === '') await expect(page.getByText('Costs 1 use; a token has 100.')).toBeVisible()
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
