import { expect, type Page } from '@playwright/test'
import { fillRegistration, openChat, test } from './product.ts'

/** Starts a session of an activity with one press and returns its address. */
async function startSession(page: Page, activity: string): Promise<string> {
  await page.goto(`/activities/${activity}`)
  await page.getByRole('button', { name: 'Start Session' }).click()
  await page.waitForURL(/\/sessions\//)
  return new URL(page.url()).pathname
}

/** The people in the room, as listed on the page. */
const people = (page: Page) => page.getByRole('region', { name: 'Participants' })

test('two people meet: start, join, see each other, chat, leave, come back', {
  tag: ['@SES-016', '@SES-018', '@SES-021', '@SES-086', '@CHAT-20', '@TOK-17']
}, async ({ person }) => {
  const ada = await person('ada')
  const grace = await person('grace', { width: 390, height: 844 })
  const path = await startSession(ada.page, 'pomodoro-four-rounds')
  await expect(ada.page.getByText('Ends in').first()).toBeVisible()
  await expect(people(ada.page)).toContainText(ada.username)

  await grace.page.goto(path)
  await grace.page.getByRole('button', { name: 'Join' }).first().click()
  await expect(grace.page.getByText('You have successfully joined this session.')).toBeVisible()
  await expect(people(ada.page)).toContainText(grace.username)
  await expect(people(ada.page)).toContainText('2 here now')

  await openChat(grace.page)
  await grace.page.getByRole('textbox', { name: 'Message' }).fill('Hello from the phone')
  await grace.page.keyboard.press('Enter')
  await expect(ada.page.getByText('Hello from the phone')).toHaveCount(1)
  await ada.page.getByRole('textbox', { name: 'Message' }).fill('Hello from the desk')
  await ada.page.keyboard.press('Enter')
  await expect(grace.page.getByText('Hello from the desk')).toHaveCount(1)
  await expect(grace.page.getByText('Hello from the phone')).toHaveCount(1)

  await grace.page.getByRole('link', { name: 'Details' }).click()
  // The menu of the previous page closes with that page.
  await expect(people(grace.page)).toBeVisible()
  await grace.page.getByRole('button', { name: 'Session menu' }).click()
  await grace.page.getByRole('menuitem', { name: 'Leave' }).click()
  await grace.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(people(ada.page)).not.toContainText(grace.username)

  // Nobody pays twice for one session (D-72): one use for joining, one for the message.
  await grace.page.getByRole('button', { name: 'Join' }).first().click()
  await expect(people(ada.page)).toContainText(grace.username)
  const user = await (await grace.context.request.get('/get-user')).json()
  expect(user.all_remaining_tokens).toBe(998)
})

test('a press on a goal of the session shows for everyone at once', { tag: ['@SES-019', '@SGL-11'] }, async ({
  person,
  visitor
}) => {
  const ada = await person('ada')
  const path = await startSession(ada.page, 'pomodoro-four-rounds')
  const watcher = await visitor({ width: 390, height: 844 })
  await watcher.goto(path)
  await ada.page.getByRole('region', { name: 'Quick log' }).getByRole('button', { name: '+1: Four pomodoros' }).click()
  await expect(ada.page.getByText(/1 of 4 pomodoros/).first()).toBeVisible()
  await expect(people(watcher)).toContainText(/1/)
})

test('a visitor who presses Join registers and is in', { tag: ['@HDR-47', '@SES-081'] }, async ({
  person,
  visitor
}) => {
  const ada = await person('ada')
  const path = await startSession(ada.page, 'tabata')
  const page = await visitor({ width: 390, height: 844 })
  await page.goto(path)
  await page.getByRole('button', { name: 'Join' }).first().click()
  await expect(page.getByText('Please sign in to use that feature.')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('to join a session')
  await fillRegistration(page, `mary-${Date.now()}`)
  await expect(page.getByText('You have successfully joined this session.')).toBeVisible()
})

test('after the product is killed and restarted, the room says so, continues and misses nothing', {
  tag: '@CHAT-14'
}, async ({ person, product }) => {
  test.setTimeout(120_000)
  const ada = await person('ada')
  const path = await startSession(ada.page, 'pomodoro-four-rounds')
  await ada.page.getByRole('textbox', { name: 'Message' }).fill('Before')
  await ada.page.keyboard.press('Enter')
  await expect(ada.page.getByText('Before')).toHaveCount(1)
  await product.stop('SIGKILL')
  await expect(ada.page.getByText(/offline|reconnecting/i).first()).toBeVisible()
  await product.restart()
  const said = await ada.context.request.post('/messages', {
    data: {
      content: 'While you were away',
      messageable_type: 'challenge_event',
      messageable_id: await idOf(ada.page, path)
    }
  })
  expect(said.ok()).toBe(true)
  await expect(ada.page.getByText('While you were away')).toHaveCount(1, { timeout: 40_000 })
  await expect(ada.page.getByText('Before')).toHaveCount(1)
})

async function idOf(page: Page, path: string): Promise<number> {
  const response = await page.context().request.get(`/api${path}`)
  return (await response.json()).serverData.challengeEvent.id
}
