/** People buy tokens and subscribe in a browser: on the sandbox, and with keys of the payment provider. */
import { expect, type Locator, type Page } from '@playwright/test'
import { PASSWORD } from './product.ts'
import { makeSession, type Person, test } from './room.ts'
import { stubProvider } from './stripe-stub.ts'

const DAY = 86_400

async function fillCard(form: Locator, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry date').fill('12/40')
  await form.getByLabel('Security code').fill('123')
}

/** Everything that the page sends and stores, except requests to the provider. */
function watch(page: Page): () => Promise<string> {
  const sent: string[] = []
  page.on('request', request => {
    const isForProvider = /\/sandbox\/v1\/|\.stripe\.com\//.test(request.url())
    if (!isForProvider) sent.push(decodeURIComponent(request.url() + (request.postData() ?? '')))
  })
  return async () =>
    JSON.stringify(sent) + (await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))
}
/** The first digits of the cards in this file. Shorter digits could appear in a time of day. */
const NUMBERS = /(?<!\d)(?:4242 ?4242|4000 ?00\d\d)/

test('on the sandbox a person buys tokens, subscribes, renews, cancels and subscribes again', {
  tag: [
    '@D-10',
    '@SEC-14',
    '@SEC-15',
    '@TOK-22',
    '@TOK-31',
    '@TOK-32',
    '@BIL-16',
    '@BIL-21',
    '@BIL-25..BIL-29',
    '@BIL-32'
  ]
}, async ({ person, pass, clocked }) => {
  test.slow()
  const { page, context, username } = await person('ada', { width: 390, height: 844 })
  const sent = watch(page)

  await page.goto('/tokens')
  await page.getByRole('button', { name: 'Buy 10 tokens' }).click()
  const buy = page.getByRole('form', { name: 'Buy tokens' })
  await expect(buy.getByText('This is a sandbox: no money moves')).toBeVisible()
  await expect(buy.getByLabel(/post|zip/i)).toHaveCount(0)
  await expect(buy.getByLabel('Card number')).toBeFocused()
  await fillCard(buy, '4000 0000 0000 9995')
  await buy.getByRole('button', { name: 'Pay $10.00' }).click()
  await expect(buy.getByText('Your card has insufficient funds.')).toBeVisible()
  await expect(buy.getByText('There was an error when making the payment')).toBeVisible()
  await expect(buy.getByLabel('Card number')).toBeFocused()
  await fillCard(buy, '4000 0027 6000 3184')
  await buy.getByRole('button', { name: 'Pay $10.00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Purchase successful!')).toBeVisible()
  await expect(page.getByText('2,000 uses left.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Buy 10 tokens' })).toBeFocused()

  await page.goto('/pricing?expand=goals_sub')
  await page.getByRole('dialog').getByRole('link', { name: 'Subscribe' }).click()
  const form = page.getByRole('form', { name: 'Subscribe' })
  const subscribe = form.getByRole('button', { name: 'Subscribe for $4.00' })
  await expect(form.getByLabel('Card number')).toBeVisible()
  await subscribe.click()
  await expect(form.getByText('Please select a payment method.')).toBeVisible()
  await fillCard(form, '4242 4242 4242 4242')
  await subscribe.click()
  await expect(form.getByText('Please check the box to save your payment method.')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Save this card' }).check()
  await subscribe.click()
  await page.waitForURL('**/account#subscription')
  const panel = page.getByRole('region', { name: 'Subscription' })
  await expect(panel.getByText('Goal Basics')).toBeInViewport()
  await expect(page.getByText('Thank you! You have subscribed successfully.')).toBeVisible()

  const cards = page.getByRole('region', { name: 'Cards' })
  await expect(cards.getByText('Visa ending in 4242, expires 12/40')).toBeVisible()
  await cards.getByRole('button', { name: 'Add a card' }).click()
  await fillCard(cards, '4000 0025 0000 3155')
  await cards.getByRole('button', { name: 'Save the card' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await cards.getByRole('button', { name: /Use Visa ending in 3155/ }).click()
  await expect(cards.getByRole('button', { name: /Use Visa ending in 4242/ })).toBeVisible()
  await expect(cards.getByRole('button', { name: /Remove Visa ending in 3155/ })).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await cards.getByRole('button', { name: /Remove Visa ending in 4242/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(cards.getByText(/ending in 4242/)).toHaveCount(0)
  expect(await sent()).not.toMatch(NUMBERS)

  // The period ends, and an hour later the product charges it. The login has expired meanwhile.
  const renewed = panel.getByText(/\$4\.00 every 30 days, next on/)
  const before = await renewed.textContent()
  await pass(30 * DAY + 2 * 3600)
  await pass(4 * 3600)
  await context.request.post('/login', { data: { email: `${username}@example.org`, password: PASSWORD } })
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect(async () => {
    await pass(60)
    await page.goto('/account')
    await expect(invoices.getByText(/, paid$/)).toHaveCount(3, { timeout: 500 })
  }).toPass()
  await expect(renewed).not.toHaveText(before ?? '')

  await panel.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(panel.getByText(/Your subscription will end on/)).toBeVisible()
  await panel.getByRole('button', { name: 'Resubscribe' }).click()
  await expect(panel.getByText(/Your subscription will end on/)).toHaveCount(0)

  await invoices.getByRole('link', { name: 'All invoices' }).click()
  await page.getByRole('link', { name: 'Goal Basics' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice TEST-/ })).toBeVisible()
  await expect(page.getByText('Visa ending in 3155')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText('$4.00 USD')).toHaveCSS('color', 'rgb(0, 0, 0)')
  expect(await clocked.findings()).toEqual([])
})

/** Ada has no tokens left and tries to join a session of the host. The test plants the refusal. */
async function runOutOfTokens(page: Page, host: Person): Promise<void> {
  const { path } = await makeSession(host, {})
  let isOut = true
  await page.route('**/api/challenge-events/*/join', route =>
    isOut
      ? route.fulfill({ status: 402, json: { message: '', error: 'Out.', error_code: 'INSUFFICIENT_TOKENS' } })
      : route.fallback()
  )
  await page.goto(path)
  await page.getByRole('button', { name: 'Join', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Out of tokens' })
  await expect(dialog).toBeVisible()
  // The text of a link that looks like a button is vertically centred.
  const distance = await dialog.getByRole('link', { name: 'Subscribe' }).evaluate(link => {
    const middleOf = (element: Element): number => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }
    return middleOf(link) - middleOf(link.querySelector('span span') ?? document.body)
  })
  expect(Math.abs(distance)).toBeLessThan(1)
  isOut = false
}

test('with keys the provider’s own fields take the card in another tab, and the join continues', {
  tag: ['@D-10', '@D-13', '@TOK-48']
}, async ({ person, clocked }) => {
  test.slow()
  const address = await clocked.withKeys()
  const host = await person('grace', { address })
  const { page, context } = await person('ada', { width: 390, height: 844, address })
  await stubProvider(context, clocked.address)
  const blocked: string[] = []
  page.on('console', message => void (/Content Security Policy/.test(message.text()) && blocked.push(message.text())))

  await runOutOfTokens(page, host)
  const opened = context.waitForEvent('page')
  await page.getByRole('dialog').getByRole('link', { name: 'Buy 10 tokens' }).click()
  const shop = await opened
  const sent = watch(shop)
  const buy = shop.getByRole('form', { name: 'Buy tokens' })
  const card = buy.frameLocator('iframe').getByLabel('Card number')
  await expect(buy.getByText('sandbox')).toHaveCount(0)
  await card.fill('4000000000000002')
  await buy.getByRole('button', { name: 'Pay $10.00' }).click()
  await expect(buy.getByText('Your card was declined.')).toBeVisible()
  await card.fill('4000002760003184')
  shop.once('dialog', dialog => void dialog.dismiss())
  await buy.getByRole('button', { name: 'Pay $10.00' }).click()
  await expect(buy.getByText(/unable to authenticate/)).toBeVisible()
  expect(await sent()).not.toMatch(NUMBERS)
  shop.once('dialog', dialog => void dialog.accept())
  const closed = shop.waitForEvent('close')
  await buy.getByRole('button', { name: 'Pay $10.00' }).click()
  await closed
  await expect(page.getByText('Purchase successful!')).toBeVisible()
  await expect(page.getByText('You have successfully joined this session.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A link to a page with card fields loads a new document.
  await page.goto('/pricing?expand=goals_sub')
  await page.getByRole('dialog').getByRole('link', { name: 'Subscribe' }).click()
  const form = page.getByRole('form', { name: 'Subscribe' })
  await form.frameLocator('iframe').getByLabel('Card number').fill('4242424242424242')
  await form.getByRole('checkbox', { name: 'Save this card' }).check()
  await form.getByRole('button', { name: 'Subscribe for $4.00' }).click()
  await expect(page.getByText('Thank you! You have subscribed successfully.')).toBeVisible()
  const cards = page.getByRole('region', { name: 'Cards' })
  await cards.getByRole('button', { name: 'Add a card' }).click()
  await cards.frameLocator('iframe').getByLabel('Card number').fill('4000002500003155')
  page.once('dialog', dialog => void dialog.accept())
  await cards.getByRole('button', { name: 'Save the card' }).click()
  await expect(cards.getByText('Visa ending in 3155, expires 12/40')).toBeVisible()
  expect(blocked).toEqual([])
  expect(await clocked.findings()).toEqual([])
})
