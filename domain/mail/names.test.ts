import { expect, test } from 'vitest'
import { mailFault } from './names.ts'

test.each([
  ['ECONNREFUSED CONN', /^Nothing answers/],
  ['EAUTH AUTH PLAIN 535', /password in SMTP_URL/],
  ['EENVELOPE RCPT TO 550', /doesn’t accept mails for this address\.$/],
  ['EENVELOPE RCPT TO 450', /at the moment/],
  ['EMESSAGE DATA 554', /refused the mail/],
  ['fault', /couldn’t be sent/]
])('the reason %s in words', (reason, words) => {
  expect(mailFault(reason)).toMatch(words)
})
