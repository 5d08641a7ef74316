import { describe, expect, test } from 'vitest'
import { type Mail, wordsOf as wordsIn } from './mail.ts'

const wordsOf = (mail: Mail, token?: string) => wordsIn(mail, 'UTC', token)

const CARD = { brand: 'visa', last4: '4242' }
const purchase: Mail = {
  kind: 'purchase receipt',
  tokens: 10,
  to_pool: false,
  amount: 1000,
  currency: 'usd',
  paid_at: '2026-03-02T09:00:00.000Z',
  card: CARD,
  reference: 'pi_1',
  is_test: false
}
const payment: Mail = {
  kind: 'subscription receipt',
  plan: 'Goal Basics',
  is_renewal: false,
  tokens: 30,
  amount: 400,
  currency: 'usd',
  paid_at: '2026-03-02T09:00:00.000Z',
  period_start: '2026-03-02T09:00:00.000Z',
  period_end: '2026-04-01T09:00:00.000Z',
  card: CARD,
  reference: 'in_1',
  is_test: false
}
const failed: Mail = {
  kind: 'renewal failed',
  plan: 'Goal Basics',
  amount: 400,
  currency: 'usd',
  card: CARD,
  tokens_until: '2026-04-01T09:00:00.000Z',
  next_attempt: '2026-04-03T09:00:00.000Z'
}

describe('a receipt', () => {
  test('of tokens lists purchase, price, date and card', { tags: 'TOK-19' }, () => {
    expect(wordsOf(purchase)).toEqual({
      subject: 'Receipt: 10 tokens for $10.00',
      heading: 'Thank you for your purchase',
      paragraphs: ['Your 10 tokens are in your account. They never expire.'],
      facts: [
        ['Bought', '10 tokens'],
        ['Paid', '$10.00'],
        ['Date', '2 March 2026'],
        ['Card', 'Visa ending in 4242'],
        ['Reference', 'pi_1']
      ],
      link: { text: 'See your tokens', path: '/account/tokens' }
    })
  })

  test('of tokens for the shared pool mentions the pool', { tags: 'D-06' }, () => {
    expect(wordsOf({ ...purchase, to_pool: true }).paragraphs).toEqual([
      'Your 10 tokens are in the shared pool, where anyone can redeem them.'
    ])
  })

  test('of a subscription has its period and the end of its tokens', { tags: ['BIL-15', 'BIL-16'] }, () => {
    expect(wordsOf(payment)).toMatchObject({
      subject: 'Receipt: Goal Basics for $4.00',
      heading: 'Thank you for subscribing',
      paragraphs: [
        'Your 30 monthly tokens are in your account until 1 April 2026. Then the subscription renews automatically.'
      ]
    })
    expect(wordsOf(payment).facts).toContainEqual(['Period', '2 March 2026 to 1 April 2026'])
    expect(wordsOf({ ...payment, is_renewal: true }).heading).toBe('Your subscription has renewed')
  })

  test.each([purchase, payment])('of the sandbox states that no money moved: $kind', { tags: 'D-10' }, receipt => {
    const text = 'This was a test payment: nobody was charged.'
    expect(wordsOf({ ...receipt, is_test: true }).paragraphs).toContain(text)
    expect(wordsOf(receipt).paragraphs).not.toContain(text)
  })

  test.each([purchase, payment])('without a card has no line for it: $kind', receipt => {
    expect(wordsOf({ ...receipt, card: null }).facts.map(([name]) => name)).not.toContain('Card')
  })
})

test('the mail of a failed renewal has the end of the tokens and the next attempt', { tags: 'D-04' }, () => {
  const { subject, paragraphs, link } = wordsOf(failed)
  expect(subject).toBe('Your payment for Goal Basics failed')
  expect(paragraphs).toEqual([
    'We couldn’t charge $4.00 for Goal Basics to your card, Visa ending in 4242.',
    'You keep your monthly tokens until 1 April 2026. Tokens you bought and free tokens stay either way.',
    'We’ll try again on 3 April 2026. To pay sooner, choose another card and press “Pay now”.'
  ])
  expect(link).toEqual({ text: 'Pay now', path: '/account#subscription' })
  const last = wordsOf({ ...failed, card: null, next_attempt: null })
  expect(last.paragraphs[0]).toBe('We couldn’t charge $4.00 for Goal Basics.')
  expect(last.paragraphs[2]).toBe('We won’t try again, and Goal Basics ends that day. To continue, subscribe again.')
  expect(last.link.path).toBe('/subscribe')
})

test('the mail of a cancelled subscription has its end', { tags: ['BIL-17', 'D-12'] }, () => {
  expect(
    wordsOf({ kind: 'subscription cancelled', plan: 'Goal Basics', ends_at: '2026-04-01T09:00:00.000Z' })
  ).toMatchObject({
    subject: 'Your subscription ends on 1 April 2026',
    paragraphs: [
      'You keep Goal Basics until 1 April 2026. It won’t renew, and you won’t be charged again.',
      'Any monthly tokens left then expire. Tokens you bought and free tokens stay.'
    ]
  })
})

test.each([
  ['cancelled', 'Goal Basics ended on 1 April 2026, as you asked.'],
  ['unpaid', 'Goal Basics ended on 1 April 2026, because we couldn’t charge its renewal.'],
  ['deleted', 'Goal Basics ended on 1 April 2026, because it was deleted at the payment provider.']
] as const)('the mail of an ended subscription has the reason: %s', { tags: 'D-03' }, (reason, text) => {
  const ended: Mail = { kind: 'subscription ended', plan: 'Goal Basics', ended_at: '2026-04-01T09:00:00.000Z', reason }
  expect(wordsOf(ended).paragraphs[0]).toBe(text)
})

test('dates are in the zone of the recipient', () => {
  const late: Mail = { ...purchase, paid_at: '2026-03-02T23:59:59.000Z' }
  expect(wordsIn(late, 'UTC').facts).toContainEqual(['Date', '2 March 2026'])
  expect(wordsIn(late, 'Europe/Berlin').facts).toContainEqual(['Date', '3 March 2026'])
})

test('the mail to reset a password has a link with the token and the address', { tags: ['PWD-03', 'D-30'] }, () => {
  const words = wordsOf({ kind: 'password reset', email: 'ada+1@example.org' }, 'a-token')
  expect(words).toMatchObject({ subject: 'Reset your password' })
  expect(words.paragraphs[0]).toContain('It works once, for an hour.')
  const { pathname, searchParams } = new URL(words.link.path, 'https://hut.example.org')
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/reset-password',
    { token: 'a-token', email: 'ada+1@example.org' }
  ])
})

test.each([
  ['link', 'It was reset on 2 March 2026 at 18:05, with a link we sent to this address.'],
  ['person', 'It was changed on 2 March 2026 at 18:05. We signed out all other devices.']
] as const)(
  'the mail about a new password says who changed it and links to a reset: by %s',
  { tags: 'D-30' },
  (by, text) => {
    const words = wordsOf({ kind: 'password changed', at: '2026-03-02T18:05:09.000Z', by })
    expect(words.paragraphs[0]).toContain(text)
    expect(words.link.path).toBe('/forgot-password')
  }
)

test('the mails about a new email name the account and have links with the token', () => {
  const about = { email: 'ada@example.org', username: 'ada' }
  const asked = wordsOf({ kind: 'email change', ...about }, 'a/b')
  expect(asked.paragraphs[0]).toBe(
    'Confirm ada@example.org as the new email of your account ada. The link works once, for a day.'
  )
  expect(asked.link.path).toBe('/email/confirm?token=a%2Fb')
  const changed = wordsOf({ kind: 'email changed', ...about, at: '2026-03-02T09:05:00.000Z' }, 'a/b')
  expect(changed.paragraphs[0]).toContain('got a new email address on 2 March 2026 at 09:05')
  expect(changed.link.path).toBe('/email/undo?token=a%2Fb')
})

test('the mails about a deletion have its date, and confirm it afterwards', {
  tags: 'D-131'
}, () => {
  const asked = wordsOf({ kind: 'account deletion', username: 'ada', at: '2026-03-16T09:05:00.000Z' })
  expect(asked.paragraphs[0]).toContain('The account ada will be deleted on 16 March 2026 at 09:05')
  expect(asked.link).toEqual({ text: 'Keep my account', path: '/account' })
  const decided = wordsOf({
    kind: 'account deletion',
    username: 'ada',
    at: '2026-03-16T09:05:00.000Z',
    is_by_admin: true
  })
  expect(decided.paragraphs[1]).toContain('An administrator of the site decided this.')
  expect(decided.link).toEqual({ text: 'Download everything', path: '/account' })
  const gone = wordsOf({ kind: 'account deleted', username: 'ada' })
  expect(gone.paragraphs[0]).toContain('The account ada is gone')
})

test('the mail about single sign-on names the provider and the email there', () => {
  const at = '2026-03-02T09:05:00.000Z'
  const mail = { kind: 'sign-on connected', name: 'Club login', email: 'ada@club.example', at } as const
  const { paragraphs, link } = wordsOf(mail)
  expect(paragraphs[0]).toMatch(/^ada@club.example at Club login was connected with your account on/)
  expect(link.path).toBe('/account/security')
})

test('the mail about a new passkey names its device and links to a password reset', () => {
  const { paragraphs, link } = wordsOf({
    kind: 'passkey added',
    name: 'Firefox on Linux',
    at: '2026-03-02T09:05:00.000Z'
  })
  expect(paragraphs[0]).toContain('Firefox on Linux can now sign in to your account without the password')
  expect(link.path).toBe('/forgot-password')
})

test('the mail about a webhook that is off names its host and its last response', () => {
  const { paragraphs, link } = wordsOf({ kind: 'webhook off', host: 'hooks.example', answer: '500' })
  expect(paragraphs[0]).toContain('Your webhook to hooks.example has failed for a day')
  expect(paragraphs[0]).toContain('500')
  expect(link.path).toBe('/account/programs')
})
