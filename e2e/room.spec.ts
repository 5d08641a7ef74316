import { expect, type Page } from '@playwright/test'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../testing/plans.ts'
import { fillRegistration, openChat } from './product.ts'
import {
  chooseInMenu,
  countDown,
  lobby,
  makeSession,
  now,
  type Person,
  people,
  post,
  readSession,
  say,
  test
} from './room.ts'

test('three people and a visitor go through a session together, and the visitor stays unlisted', {
  tag: [
    '@SES-016',
    '@SES-018',
    '@SES-019',
    '@SES-021',
    '@SES-047',
    '@SES-065',
    '@SES-067',
    '@SES-069',
    '@SES-090',
    '@SES-091',
    '@CHAT-20',
    '@TMR-04',
    '@TMR-06',
    '@TMR-07',
    '@TMR-08',
    '@D-74',
    '@D-76',
    '@D-93'
  ]
}, async ({ person, visitor, pass, clocked }) => {
  test.setTimeout(120_000)
  const ada = await person('ada')
  const grace = await person('grace', { width: 390, height: 844 })
  const mary = await person('mary')
  const pen = partOf({
    title: 'Pass the pen',
    duration: 60,
    per_participant: 1,
    edit_content: 1,
    edit_prompt: 'What happens next?'
  })
  const { path } = await makeSession(ada, {
    duration: 1800,
    parts: [partGroupOf([partOf({ title: 'Warm up', duration: 120 }), pen, partOf({ title: 'Walk', duration: 300 })])],
    tasks: [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])]
  })
  const watcher = await visitor()
  const everyone = [ada.page, grace.page, mary.page, watcher]
  await Promise.all(everyone.map(page => page.goto(path)))

  await test.step('they join and are ready', async () => {
    for (const { page } of [grace, mary]) {
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await expect(page.getByText('You have successfully joined this session.')).toBeVisible()
    }
    await chooseInMenu(grace.page, 'Ready')
    for (const page of everyone) {
      await expect(people(page).getByRole('listitem').filter({ hasText: grace.username })).toContainText('Ready')
      // The list does not contain the visitor.
      await expect(people(page)).toContainText('3 joined · 3 here now')
    }
    await expect(ada.page.getByText(`${grace.username} is ready.`)).toBeVisible()
    await chooseInMenu(grace.page, 'Not Ready')
    await expect(people(ada.page)).not.toContainText('Ready')
  })

  await test.step('the host starts, and everyone sees the same clock', async () => {
    await expect(watcher.getByText('Awaiting participants').first()).toBeVisible()
    await expect(lobby(watcher)).toContainText(`Waiting for ${ada.username} to start`)
    await ada.page.getByRole('button', { name: 'Start Session' }).click()
    for (const page of everyone) await expect(page.getByText('Starting in five seconds.')).toHaveCount(1)
    await countDown(ada.page, pass)
    await expect(ada.page.getByText('The session has started!')).toBeVisible()
    // Checks the time too: the name of the part is already under "Next".
    for (const page of everyone) await expect(now(page)).toContainText('Warm up02:00')
    await pass(60)
    for (const page of everyone) await expect(now(page)).toContainText('01:00')
    await pass(59)
    for (const page of everyone) await expect(now(page)).toContainText('00:01')
    await pass(1)
    for (const page of everyone) await expect(now(page)).toContainText(/Pass the pen\d/)
  })

  await test.step('a press and a word are with everyone at once', async () => {
    await mary.page.getByRole('region', { name: 'Quick log' }).getByRole('button', { name: '+1 time: Squats' }).click()
    await mary.page.getByRole('region', { name: 'Quick log' }).getByRole('button', { name: '+1 time: Squats' }).click()
    for (const page of everyone) {
      await expect(people(page).getByRole('listitem').filter({ hasText: mary.username })).toContainText('2')
    }
    await openChat(grace.page)
    await say(grace.page, 'Hello from the phone')
    await say(mary.page, 'Hello from the desk')
    for (const page of everyone) {
      await expect(page.getByText('Hello from the phone')).toHaveCount(1)
      await expect(page.getByText('Hello from the desk')).toHaveCount(1)
    }
    await grace.page.getByRole('link', { name: 'Details' }).click()
  })

  await test.step('the pen goes round: the question and the field are there for whose turn it is', async () => {
    for (const [turn, who] of [ada, grace, mary].entries()) {
      if (turn > 0) await pass(60)
      const text = `Sentence ${turn + 1}.`
      for (const one of [ada, grace, mary]) {
        const section = one.page.getByRole('region', { name: 'Pass the pen' })
        const isMine = one === who
        await expect(
          section.getByText(isMine ? 'It’s your turn' : `${who.username}’s turn`, { exact: true })
        ).toBeVisible()
        const told = `Pass the pen, ${isMine ? 'Your turn' : `${who.username}’s turn`}`
        await expect(one.page.getByRole('status').getByText(told, { exact: true })).toHaveCount(1)
        await expect(section).toContainText('What happens next?')
        await expect(section.getByRole('textbox', { name: 'Your text' })).toHaveCount(isMine ? 1 : 0)
      }
      await expect(watcher.getByText(`${who.username}’s turn`).first()).toBeVisible()
      const section = who.page.getByRole('region', { name: 'Pass the pen' })
      await section.getByRole('textbox', { name: 'Your text' }).fill(text)
      await section.getByRole('button', { name: 'Add to the text' }).click()
      for (const page of everyone) await expect(page.getByRole('region', { name: 'Pass the pen' })).toContainText(text)
    }
  })

  await test.step('someone leaves in the turn, and it goes on at once', async () => {
    await expect(people(ada.page).getByRole('listitem').filter({ hasText: mary.username })).toContainText('Their turn')
    await post(mary, `/challenge-events/${path.split('/').at(-1)}/leave`)
    for (const page of everyone) {
      await expect(people(page)).not.toContainText(mary.username)
      await expect(now(page)).toContainText(/Walk\d/)
    }
  })

  await test.step('the host ends it for everyone', async () => {
    await chooseInMenu(ada.page, 'End Session')
    await ada.page.getByRole('dialog').getByRole('button', { name: 'End Session' }).click()
    for (const page of everyone) await expect(page.getByText('Ended').first()).toBeVisible()
    await expect(ada.page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  })

  const { participants } = await readSession(ada, path)
  expect(participants.map(({ username }) => username)).toEqual([ada.username, grace.username])
  // One use for joining, one for each press and message; extending a text is free.
  expect([await ada.tokens(), await grace.tokens(), await mary.tokens()]).toEqual([1000, 998, 996])
  expect(await clocked.findings()).toEqual([])
})

test('three tabs count as one person, visitors are unlisted, and a killed tab leaves', {
  tag: ['@CHAT-12', '@SES-018', '@D-105']
}, async ({ person, visitor }) => {
  const ada = await person('ada')
  const grace = await person('grace')
  const { path, slug } = await makeSession(ada, {})
  await post(grace, `/challenge-events/${slug}/join`)
  await post(ada, `/challenge-events/${slug}/start`)
  const row = (who: Person) => people(ada.page).getByRole('listitem').filter({ hasText: who.username })
  await ada.page.goto(path)
  await expect(people(ada.page)).toContainText('2 joined · 1 here now')
  await expect(row(grace)).toContainText('away')
  const tabs = [grace.page, await grace.context.newPage(), await grace.context.newPage()]
  const watcher = await visitor()
  for (const tab of [...tabs, watcher]) await tab.goto(path)
  for (const page of [...tabs, watcher, ada.page]) await expect(people(page)).toContainText('2 joined · 2 here now')
  await expect(row(grace)).toContainText('here now')

  const [first, second, third] = tabs as [Page, Page, Page]
  await first.close()
  await kill(second)
  // Both tabs have left by the time this message arrives from the third one.
  await say(third, 'Still here')
  await expect(ada.page.getByText('Still here')).toHaveCount(1)
  await expect(people(ada.page)).toContainText('2 joined · 2 here now')
  await kill(third)
  await expect(people(ada.page)).toContainText('2 joined · 1 here now')
  await expect(row(grace)).toContainText('away')
})

test('people on three phones go from the link through a whole session to the next one', {
  tag: ['@SES-046', '@SES-065', '@SES-082', '@SES-091', '@SES-092', '@D-94', '@D-135', '@D-138', '@HDR-47']
}, async ({ person, visitor, pass, clocked }) => {
  test.setTimeout(120_000)
  const phone = { width: 390, height: 844 }
  const ada = await person('ada', phone)
  const grace = await person('grace', phone)
  const { path, slug } = await makeSession(ada, {
    title: 'Evening squats',
    duration: 600,
    parts: [partGroupOf([partOf({ title: 'Squats', duration: 600 })])],
    tasks: [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])]
  })
  const mary = await visitor(phone)
  const name = `mary-${Math.random().toString(36).slice(2, 8)}`
  const next = (page: Page) => page.getByRole('region', { name: 'Next step' })
  const result = (page: Page) => page.getByRole('region', { name: 'Result' })
  const phones = [ada.page, grace.page, mary]

  await test.step('ada hands on the link, and both others join by one press each', async () => {
    await ada.page.goto(path)
    await lobby(ada.page).getByRole('button', { name: 'Invite' }).click()
    const link = await ada.page.getByRole('textbox', { name: 'Link' }).inputValue()
    await expect(ada.page.getByRole('img', { name: `QR code of ${link}` })).toBeVisible()
    await ada.page.keyboard.press('Escape')
    for (const page of [grace.page, mary]) {
      await page.goto(link)
      await expect(lobby(page)).toContainText(`Waiting for ${ada.username} to start`)
      await next(page).getByRole('button', { name: 'Join' }).click()
    }
    await fillRegistration(mary, name)
    // Neither of her messages covers the heading or the tabs.
    await expect(mary.getByText('You have successfully joined this session.')).toBeVisible()
    await mary.getByRole('heading', { level: 1 }).click({ trial: true })
    await mary.getByRole('link', { name: 'Discuss' }).click({ trial: true })
    for (const page of [grace.page, mary]) await next(page).getByRole('button', { name: 'Ready' }).click()
    await expect(next(ada.page)).toContainText('2 of 2 ready')
  })

  await test.step('all count down, one logs, another cheers, and the host gives more time and pauses', async () => {
    await next(ada.page).getByRole('button', { name: 'Start Session' }).click()
    for (const page of phones) await expect(page.getByText('Starting in five seconds.')).toHaveCount(1)
    await countDown(ada.page, pass)
    for (const page of phones) await expect(now(page)).toContainText('10:00')
    await mary.getByRole('button', { name: '+1 time: Squats' }).last().click()
    await grace.page.getByRole('button', { name: `Cheer for ${name}: 1 time` }).click()
    await expect(mary.getByRole('region', { name: 'Just now' })).toContainText('1 cheer')
    await ada.page.getByRole('button', { name: 'Host' }).click()
    await ada.page.getByRole('button', { name: '+1 min for Squats' }).click()
    await expect(now(mary)).toContainText('11:00')
    await ada.page.getByRole('button', { name: 'Pause' }).click()
    await expect(now(mary)).toContainText('Paused')
    await pass(60)
    await ada.page.getByRole('button', { name: 'Resume' }).click()
    await expect(now(mary)).not.toContainText('Paused')
    await expect(now(mary)).toContainText('11:00')
  })

  await test.step('it ends by itself: each sees the result, and the same again is one press away', async () => {
    await pass(660)
    for (const page of phones) await expect(result(page)).toContainText('All of us')
    await expect(result(mary)).toContainText('1 time')
    await result(mary).getByRole('button', { name: 'Picture to share' }).click()
    await expect(mary.getByRole('img', { name: /Evening squats: Squats 1 time/ })).toBeVisible()
    await mary.keyboard.press('Escape')
    await result(grace.page)
      .getByRole('button', { name: /^Thank everyone/ })
      .click()
    await expect(result(grace.page).getByRole('link', { name: 'See it in Discuss' })).toBeVisible()
    await next(mary).getByRole('button', { name: 'Do it again' }).click()
    await mary.getByRole('button', { name: 'Make it' }).click()
    await expect(lobby(mary)).toContainText('Starts in')
    await next(ada.page).getByRole('link', { name: 'Open' }).click()
    await expect(lobby(ada.page)).toContainText('Starts in')
    await next(ada.page).getByRole('button', { name: 'Join' }).click()
    await expect(lobby(mary).getByRole('listitem')).toHaveCount(2)
  })
  expect((await readSession(grace, path)).again?.username).toBe(name)
  expect(slug).not.toBe(new URL(mary.url()).pathname.split('/').at(-1))
  expect(await clocked.findings()).toEqual([])
})

/** Kills a tab, as the browser does with one that uses too much memory. Its socket does not close properly. */
async function kill(tab: Page): Promise<void> {
  const browser = await tab.context().newCDPSession(tab)
  const crashed = tab.waitForEvent('crash')
  void browser.send('Page.crash').catch(() => {})
  await crashed
}
