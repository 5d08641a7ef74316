import type { MailWords } from './words.ts'

/** An admin checks whether mails arrive. */
export interface TestMail {
  kind: 'test mail'
}

/** Returns the mail that an admin sends to themselves. */
export function testMail(): MailWords {
  return {
    subject: 'A test mail',
    heading: 'Mail works',
    paragraphs: ['You asked for this mail on the admin pages. It arrived, so mails to other people can arrive too.'],
    facts: [],
    link: { text: 'Open the admin pages', path: '/admin/mail' }
  }
}
