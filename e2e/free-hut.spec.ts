/** A hut without a shop: whoever uses it never reads of tokens or prices (D-147). */
import { expect, type Page } from '@playwright/test'
import { taskGroupOf, taskOf } from '../testing/plans.ts'
import { test } from './product.ts'

test.use({ settings: { PAYMENTS: 'off' } })

const MONEY = /\b(tokens?|pric(e|es|ing)|paid|payments?|subscri(be|ption)s?|purchases?|invoices?|refunds?)\b|\$\d/i

async function readsNoMoney(page: Page): Promise<void> {
  const names = page.locator('[aria-label]:visible').evaluateAll(all => all.map(one => one.ariaLabel).join('\n'))
  const text = `${await page.locator('body').innerText()}\n${await names}`
  expect(text.match(MONEY)?.[0] ?? null, page.url()).toBeNull()
}

test('people host, join and log in a hut without a shop, and no screen speaks of money', {
  tag: ['@D-147']
}, async ({ person, visitor: open }) => {
  const phone = { width: 390, height: 664 }
  const [host, guest, visitor] = [await person('host', phone), await person('friend', phone), await open(phone)]
  await host.page.goto('/activities/pomodoro-single')
  await readsNoMoney(host.page)
  const tasks = [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])]
  const challenge = { title: 'An hour of squats', duration: 3600, tasks }
  const made = await host.context.request.post('/challenge-events', { data: { challenge } })
  const { slug } = (await made.json()).event
  const room = `/sessions/${slug}`

  await visitor.goto(room)
  await readsNoMoney(visitor)
  await guest.page.goto(room)
  await readsNoMoney(guest.page)
  await guest.page.getByRole('button', { name: 'Join' }).click()
  await guest.page.getByRole('region', { name: 'Quick log' }).getByRole('button', { name: '+1 time: Squats' }).click()
  await readsNoMoney(guest.page)
  await host.page.goto(room)
  await readsNoMoney(host.page)

  for (const path of MEMBER_PAGES) {
    await guest.page.goto(path)
    await guest.page.waitForLoadState('networkidle')
    await readsNoMoney(guest.page)
  }
  for (const path of ['/', '/events', '/groups', '/terms-of-service', '/privacy-policy', `${room}/hut`]) {
    await visitor.goto(path)
    await readsNoMoney(visitor)
  }
  // Their addresses are known, so they say that there is nothing to buy.
  for (const path of ['/tokens', '/pricing', '/subscribe', '/account/invoices']) {
    await guest.page.goto(path)
    await expect(guest.page.getByText('This hut is free.')).toBeVisible()
  }
})

const MEMBER_PAGES = [
  ...[
    '/',
    '/my/today',
    '/my/goals?create=1',
    '/my/logs',
    '/my/logs/import',
    '/my/notes?create=1',
    '/my/days',
    '/my/sessions'
  ],
  ...['/challenges/create', '/challenges/events/create', '/groups/create', '/account', '/account/security'],
  ...['/account/reminders', '/my/inbox']
]
