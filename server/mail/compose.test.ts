import { expect, test } from 'vitest'
import type { Mail } from '../../domain/mail/mail.ts'
import { RECEIPT } from '../../testing/mails.ts'
import { readConfig } from '../lib/config.ts'
import { composeMail } from './compose.ts'

const compose = (content: Mail, settings: Record<string, string> = {}, more: object = {}, token?: string) =>
  composeMail(
    readConfig({ APP_URL: 'https://hut.example.org', ...settings }),
    {
      ...{ id: 1, message_id: 'an-id@hut.example.org', content, created_at: new Date(0), attempts: 0 },
      ...{
        due_at: new Date(0),
        user_id: 7,
        email: 'ada@example.org',
        name: 'Ada',
        time_zone: 'Europe/Berlin',
        is_erased: false
      },
      ...more
    },
    token
  )

test('a mail greets its reader by name, or without a name if it is unknown', () => {
  expect(compose(RECEIPT).text).toContain('\n\nHello Ada,\n\n')
  const unknown = compose(RECEIPT, {}, { name: '' })
  expect(unknown.text).toContain('\n\nHello,\n\n')
  expect(unknown.html).toContain('<p>Hello,</p>')
})

test("both parts link to the same page at the site's public address", () => {
  const { text, html } = compose(RECEIPT)
  expect(text).toContain('See your tokens: https://hut.example.org/account/tokens')
  expect(html).toContain('<a class="button" href="https://hut.example.org/account/tokens">')
  const local = compose(RECEIPT, { APP_URL: '', PORT: '4000' })
  expect(local.text).toContain('See your tokens: http://localhost:4000/account/tokens')
})

test('the plain part has one fact per line, and ends with the sender', () => {
  const { text } = compose(RECEIPT, { APP_NAME: 'Our Hut' })
  expect(text).toContain('Bought: 10 tokens\nPaid: $10.00\nDate: 2 March 2026\n')
  expect(text).toMatch(
    /\n\n-- \nOur Hut, https:\/\/hut\.example\.org\nDates and times are in the time zone Europe\/Berlin\.\n$/
  )
  expect(text).not.toMatch(/<\w|&\w+;|\n{3}/)
})

test('a name that looks like HTML is escaped in one part and plain in the other', () => {
  const { text, html } = compose(RECEIPT, { APP_NAME: 'Hut & <b>Co</b>' }, { name: '<i>Ada</i>' })
  expect(html).toContain('<p>Hello &lt;i&gt;Ada&lt;/i&gt;,</p>')
  expect(html).toContain('Hut &amp; &lt;b&gt;Co&lt;/b&gt;')
  expect(html).not.toMatch(/<i>|<b>/)
  expect(text).toContain('Hello <i>Ada</i>,')
})

test('the token of a link appears only in the links of both parts', { tags: 'D-30' }, () => {
  const { subject, text, html } = compose({ kind: 'password reset', email: 'ada@example.org' }, {}, {}, 'the-token')
  expect(text.split('the-token')).toHaveLength(2)
  expect(html.split('the-token')).toHaveLength(2)
  expect(text).toMatch(/https:\/\/hut\.example\.org\/reset-password\?\S*the-token/)
  expect(subject).not.toContain('the-token')
})

test('a mail that everyone must get offers no way to stop it', () => {
  const { unsubscribe, text, html } = compose(RECEIPT)
  expect(unsubscribe).toBeUndefined()
  expect(text + html).not.toContain('Stop these emails')
})
