/** Buying tokens and subscribing on the sandbox, in a browser. */
import { expect, type Locator } from '@playwright/test'
import { test } from './product.ts'

async function fillCard(form: Locator, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry date').fill('12/40')
  await form.getByLabel('Security code').fill('123')
}

test('TOK-22 TOK-31 TOK-32 BIL-21 BIL-25..BIL-29 BIL-32 a person buys tokens, subscribes, cancels and subscribes again', async ({
  person
}) => {
  test.slow()
  const { page } = await person('ada')
  const sent: string[] = []
  page.on('request', request => {
    if (!request.url().includes('/sandbox/v1/')) sent.push(request.url() + (request.postData() ?? ''))
  })

  await page.goto('/tokens')
  await page.getByRole('button', { name: 'Buy 10 tokens' }).click()
  const buy = page.getByRole('form', { name: 'Buy tokens' })
  await expect(buy.getByText('This is a sandbox: no money moves')).toBeVisible()
  await expect(buy.getByLabel(/post|zip/i)).toHaveCount(0)
  await fillCard(buy, '4000 0000 0000 9995')
  await buy.getByRole('button', { name: 'Pay $10.00' }).click()
  await expect(buy.getByText('Your card has insufficient funds.')).toBeVisible()
  await expect(buy.getByText('There was an error when making the payment')).toBeVisible()
  await fillCard(buy, '4000 0027 6000 3184')
  await buy.getByRole('button', { name: 'Pay $10.00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Purchase successful!')).toBeVisible()
  await expect(page.getByText('2,000 uses exactly.')).toBeVisible()

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
  await expect(page.getByText('Thank you! You have subscribed successfully.')).toBeVisible()

  const panel = page.getByRole('region', { name: 'Subscription' })
  await expect(panel.getByText('Goal Basics')).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(panel.getByText(/Your subscription will end on/)).toBeVisible()
  await panel.getByRole('button', { name: 'Resubscribe' }).click()
  await expect(panel.getByText(/Your subscription will end on/)).toHaveCount(0)

  const cards = page.getByRole('region', { name: 'Cards' })
  await expect(cards.getByText('Visa ending in 4242, expires 12/40')).toBeVisible()
  await cards.getByRole('button', { name: 'Add a card' }).click()
  await fillCard(cards, '4000 0025 0000 3155')
  await cards.getByRole('button', { name: 'Save the card' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await cards.getByRole('button', { name: /Pay renewals by Visa ending in 3155/ }).click()
  await expect(cards.getByRole('button', { name: /Pay renewals by Visa ending in 4242/ })).toBeVisible()
  await cards.getByRole('button', { name: /Remove Visa ending in 4242/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(cards.getByText(/ending in 4242/)).toHaveCount(0)

  await page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name: 'All invoices' }).click()
  await page.getByRole('link', { name: 'Goal Basics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice CH-/ })).toBeVisible()
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
  await expect(page.getByText('$4.00')).toBeVisible()

  // No number of a card goes anywhere but to the provider.
  expect(sent.filter(text => /4242 ?4242|4000 ?00/.test(decodeURIComponent(text)))).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage))).not.toMatch(/424242/)
})
