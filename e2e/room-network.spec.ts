import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import { workerControls } from './product.ts'
import { chooseInMenu, countDown, makeSession, now, people, post, readSession, say, test } from './room.ts'

interface Line {
  /** Cuts the network and all its open connections. */
  cut: () => Promise<void>
  mend: () => Promise<void>
}

/** The connection between a browser and the product. An open socket would survive `setOffline`. */
async function lineOf(page: Page): Promise<Line> {
  const sockets = new Set<{ close: () => Promise<void> }>()
  let isCut = false
  await page.routeWebSocket(/\/socket$/, async socket => {
    if (isCut) return socket.close()
    socket.connectToServer()
    sockets.add(socket)
  })
  return {
    async cut() {
      isCut = true
      await page.context().setOffline(true)
      for (const socket of sockets) await socket.close()
      sockets.clear()
    },
    async mend() {
      isCut = false
      await page.context().setOffline(false)
    }
  }
}

const squats = (page: Page) => page.getByRole('article', { name: 'Squats' })
const bag = { uuid: crypto.randomUUID(), title: 'Towel', link: '', order: 0 }

test('ten seconds without a network: the clock runs, and nothing is lost, doubled or paid twice', {
  tag: ['@CHAT-14', '@CHAT-18', '@CHAT-20', '@SGL-25', '@TMR-03', '@TMR-20', '@D-96', '@D-105']
}, async ({ person, pass, clocked }) => {
  test.setTimeout(120_000)
  const ada = await person('ada')
  const grace = await person('grace')
  const { id, slug, path } = await makeSession(ada, {
    parts: [partGroupOf([partOf({ title: 'Warm up', duration: 120 }), partOf({ title: 'Walk', duration: 600 })])],
    tasks: [
      taskGroupOf([
        taskOf({ title: 'Squats', amount: 10 }),
        taskOf({ title: 'Bring along', is_list: 1, list: [bag, { ...bag, uuid: crypto.randomUUID(), title: 'Water' }] })
      ])
    ]
  })
  await post(grace, `/challenge-events/${slug}/join`)
  const line = await lineOf(grace.page)
  await ada.page.goto(path)
  await grace.page.goto(path)
  await ada.page.getByRole('button', { name: 'Start Session' }).click()
  await countDown(ada.page, pass)
  await expect(now(grace.page)).toContainText('02:00')
  await say(grace.page, 'Before')
  await expect(ada.page.getByText('Before')).toHaveCount(1)

  // The last message before the cut reaches the server, but its response is lost.
  const cutOff = async (route: Route) => {
    await route.fetch()
    await line.cut()
    await route.abort('internetdisconnected')
  }
  await grace.page.route('**/api/messages', cutOff, { times: 1 })
  await say(grace.page, 'Into the tunnel')
  await expect(grace.page.getByText('You’re offline. Reconnecting…')).toBeVisible()
  await pass(10)
  await expect(now(grace.page)).toContainText('01:50')

  await say(grace.page, 'First in the dark')
  await say(grace.page, 'Second in the dark')
  await expect(grace.page.getByText('Waiting to send').first()).toBeVisible()
  for (let press = 0; press < 3; press++) await squats(grace.page).getByRole('button').click()
  await expect(squats(grace.page)).toContainText('3 of 10')
  await grace.page.getByRole('checkbox', { name: 'Towel' }).check()
  await say(ada.page, 'Where is she?')
  await squats(ada.page).getByRole('button').click()
  await expect(people(ada.page).getByRole('listitem').filter({ hasText: grace.username })).toContainText('away')
  await post(ada, `/challenge-events/${slug}/parts/${await partAt(ada, path, 1)}/start`)
  await expect(now(ada.page)).toContainText(/Walk\d/)

  await line.mend()
  await expect(grace.page.getByText(/Reconnecting…/)).toBeHidden()
  const said = ['Before', 'Into the tunnel', 'Where is she?', 'First in the dark', 'Second in the dark']
  for (const { page } of [ada, grace]) {
    await expect(page.getByText('Second in the dark')).toHaveCount(1)
    await expect(page.getByRole('log').locator('p[class*=bubble]')).toHaveText(said)
    await expect(now(page)).toContainText(/Walk\d/)
    await expect(people(page)).toContainText('2 here now')
    await expect(squats(page)).toContainText('Together: 4 times')
  }
  await expect(grace.page.getByText('Waiting to send')).toHaveCount(0)
  await expect(squats(grace.page)).toContainText('3 of 10')
  await expect
    .poll(async () =>
      Object.values((await readSession(grace, path)).me?.task_totals ?? {}).flatMap(one => one.list_progress)
    )
    .toEqual([bag.uuid])

  const { messages } = await (await grace.context.request.get(`/api${path}/chat`)).json().then(data => data.serverData)
  expect(messages.map(({ content }: { content: string }) => content)).toEqual(said)
  expect(messages.every((message: { messageable_id: number }) => message.messageable_id === id)).toBe(true)
  // Grace: one use for joining, four for messages, three for presses; ticks are free.
  expect([await ada.tokens(), await grace.tokens()]).toEqual([998, 1000 - 1 - 4 - 3])
  expect(await clocked.findings()).toEqual([])
})

test('messages and presses without a network are sent once, on the next visit', {
  tag: ['@CHAT-18', '@SGL-25']
}, async ({ person, pass, clocked }) => {
  const ada = await person('ada')
  const { path } = await makeSession(ada, { tasks: [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])] })
  const line = await lineOf(ada.page)
  await ada.page.goto(path)
  await ada.page.getByRole('button', { name: 'Start Session' }).click()
  await countDown(ada.page, pass)
  await expect(squats(ada.page).getByRole('button')).toBeVisible()
  await line.cut()
  await say(ada.page, 'Typed in the dark')
  await squats(ada.page).getByRole('button').click()
  await expect(ada.page.getByText('Waiting to send').first()).toBeVisible()
  await ada.page.close()
  await ada.context.setOffline(false)
  const tabs = [await ada.context.newPage(), await ada.context.newPage()]
  await Promise.all(tabs.map(tab => tab.goto(path)))
  for (const tab of tabs) {
    await expect(tab.getByText('Typed in the dark')).toHaveCount(1)
    await expect(squats(tab)).toContainText('1 of 10')
  }
  expect(await ada.tokens()).toBe(998)
  expect(await clocked.findings()).toEqual([])
})

test('an unsent press and form are sent once on a later visit, with their time', {
  tag: ['@LOG-28', '@GOAL-40', '@GOAL-41']
}, async ({ person, pass, clocked }) => {
  const ada = await person('ada')
  await ada.page.goto('/my/goals')
  await ada.page.getByRole('button', { name: 'Create a Goal' }).first().click()
  await ada.page.getByLabel('Title').first().fill('Read')
  await ada.page.getByRole('button', { name: /^create goal$/i }).click()
  const card = ada.page.getByRole('article').filter({ hasText: 'Read' })
  const press = card.getByRole('button', { name: '1 time', exact: true })
  await expect(press).toBeVisible()

  const pressedAt = await clocked.move(0)
  // Pages still load, but calls that write do not get through.
  await ada.context.route('**/api/**', route =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback()
  )
  await press.click()
  await expect(card).toContainText('1 of 1')
  await card.getByRole('link', { name: 'Read' }).click()
  await ada.page.getByRole('button', { name: 'Log Progress' }).click()
  const form = ada.page.getByRole('form', { name: 'Log progress' })
  await form.getByLabel('Amount').fill('2')
  await form.getByRole('button', { name: 'More' }).click()
  await form.getByLabel('Content').fill('On the train.')
  await form.getByRole('button', { name: 'Log it' }).click()
  await expect(form).toBeHidden()
  await expect(ada.page.getByText('3 of 1')).toBeVisible()
  await ada.page.reload()
  await expect(ada.page.getByText('3 of 1')).toBeVisible()
  await ada.page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(ada.page.getByRole('heading', { level: 1 })).toContainText('About')
  await expect(ada.page.getByRole('status').getByText('2 waiting to send')).toBeVisible()
  await pass(600)
  await ada.page.close()
  await ada.context.unroute('**/api/**')

  const tab = await ada.context.newPage()
  await tab.goto('/about')
  const logs = async (): Promise<{ created_at: string; amount: number; content: string }[]> =>
    (await (await ada.context.request.get('/api/my/logs')).json()).serverData.logs
  await expect.poll(async () => (await logs()).length).toBe(2)
  const created_at = new Date(pressedAt).toISOString()
  expect(await logs()).toMatchObject([
    { amount: 2, content: 'On the train.', created_at },
    { amount: 1, content: '', created_at }
  ])
  await tab.reload()
  await tab.goto('/my/goals')
  await expect(tab.getByRole('article').filter({ hasText: 'Read' })).toContainText('3 of 1')
  await expect(tab.getByText('waiting to send')).toHaveCount(0)
  expect(await logs()).toHaveLength(2)
})

test('without sockets the page polls: people, messages, presses and changes still show', {
  tag: ['@D-67', '@CHAT-14']
}, async ({ person, pass }) => {
  const ada = await person('ada')
  const grace = await person('grace')
  const { slug, path } = await makeSession(ada, {
    parts: [partGroupOf([partOf({ title: 'Warm up', duration: 120 })])],
    tasks: [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])]
  })
  let tries = 0
  await grace.page.routeWebSocket(/\/socket$/, socket => {
    tries++
    return socket.close()
  })
  const polled = grace.page.waitForResponse(response => response.url().endsWith('/poll'))
  await grace.page.goto(path)
  await ada.page.goto(path)
  /** Speeds up the page's timers until it has polled and shows the text. */
  const shows = (where: Locator, text: string | RegExp): Promise<void> =>
    expect(async () => {
      await grace.page.clock.fastForward(5000)
      await expect(where).toContainText(text, { timeout: 1000 })
    }).toPass()
  await expect(async () => {
    await grace.page.clock.fastForward(2000)
    expect(tries).toBeGreaterThan(1)
  }).toPass()
  await polled
  await post(grace, `/challenge-events/${slug}/join`)
  await shows(people(grace.page), grace.username)
  await chooseInMenu(ada.page, 'Start Session')
  await countDown(ada.page, pass)
  await shows(now(grace.page), /Warm up\d/)
  await say(ada.page, 'Can you hear me?')
  await squats(ada.page).getByRole('button').click()
  await shows(grace.page.getByRole('log'), 'Can you hear me?')
  await shows(squats(grace.page), 'Together: 1 time')
  await expect(grace.page.getByText('Can you hear me?')).toHaveCount(1)
  await say(grace.page, 'I can')
  await expect(ada.page.getByText('I can')).toHaveCount(1)
  // A page that polls successfully is not offline.
  await expect(grace.page.getByText(/Reconnecting…/)).toBeHidden()
})

test('offline no press leads to the browser’s error page: pages load once the network is back', async ({ person }) => {
  const ada = await person('ada', { width: 390, worker: true })
  const { page } = ada
  const { path } = await makeSession(ada, { tasks: [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])] })
  const line = await lineOf(page)
  const lastTab = page.waitForResponse(response => response.url().endsWith('/member-goals'))
  await page.goto(path)
  await workerControls(page)
  const heading = page.getByRole('heading', { level: 1 })
  await (await lastTab).finished()
  await line.cut()
  for (const tab of ['Discuss', 'Goals', 'Chat']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(heading).toHaveText('The room')
  }
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Start Session' }).click()
  await expect(page.getByText('You’re offline. Try again.')).toBeVisible()
  await chooseInMenu(page, 'About')
  await expect(heading).toHaveText('About Challenge Hut')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My goals' }).click()
  await expect(heading).toHaveText('You’re offline')
  await page.reload()
  await expect(heading).toHaveText('You’re offline')
  await expect(page.getByText('We’ll load this when you reconnect')).toBeVisible()
  // The browser's cache has no signed-in person.
  const kept = await page.evaluate(async () => {
    const cache = await caches.open('files')
    const responses = await Promise.all((await cache.keys()).map(request => cache.match(request)))
    return Promise.all(responses.map(async response => (await response?.text()) ?? ''))
  })
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.filter(text => text.includes(ada.username))).toEqual([])
  await line.mend()
  await expect(heading).toHaveText('My Goals')
  await expect(page.getByRole('banner')).toContainText(ada.username)
})

test('after a deploy missing files load from the new version, and typed text stays', async ({ visitor }) => {
  const page = await visitor()
  let isOld = true
  await page.route(/\/assets\/(AboutPage|SignInModal)-.*\.js/, route =>
    isOld ? route.fulfill({ status: 404 }) : route.continue()
  )
  await page.goto('/activities')
  const search = page.getByRole('searchbox')
  await search.fill('half a word')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('A new version is here. Finish what you’re writing, then press Update.')).toBeVisible()
  await expect(search).toHaveValue('half a word')
  await page.route('**/about', route => {
    isOld = false
    return route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Challenge Hut')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

async function partAt(person: Parameters<typeof readSession>[0], path: string, index: number): Promise<string> {
  const { challengeEvent } = await readSession(person, path)
  return challengeEvent.parts[0]?.parts[index]?.uuid ?? ''
}
