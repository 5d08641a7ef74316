/** What all mails have, and how they write a card. Days and times are in the zone of whom they go to. */

/** The words of a mail, without any markup; the HTML and the plain text are made of them (server/mail/render.ts). */
export interface MailWords {
  /** One line. */
  subject: string
  heading: string
  paragraphs: string[]
  /** Names and values, such as the amount that was paid. */
  facts: [name: string, value: string][]
  /** The one thing to do next. */
  link: { text: string; path: string }
  /** Path of the page that stops mails of this kind, for those that one may stop. */
  unsubscribe?: string
}

export interface Card {
  brand: string
  last4: string
}

/** What a payment that moves no money says on its receipt. */
export const TEST_PAYMENT = 'This was a test payment: no money has moved.'

/** "Visa ending in 4242". */
export function cardText({ brand, last4 }: Card): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`
}
