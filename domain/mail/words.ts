/** The parts that all mails have. Days and times are in the recipient's zone. */

/** The texts of a mail without markup. The server renders them as HTML and plain text (server/mail/layout.ts). */
export interface MailWords {
  /** One line. */
  subject: string
  heading: string
  paragraphs: string[]
  /** Lines that each lead to a page. */
  list?: readonly { text: string; path: string }[]
  /** Names and values, such as the amount that was paid. */
  facts: [name: string, value: string][]
  /** The one thing to do next. */
  link: { text: string; path: string }
  /** Path of the page that stops mails of this kind; absent for mails that cannot be stopped. */
  unsubscribe?: string
}

export interface Card {
  brand: string
  last4: string
}

/** The sentence on the receipt of a payment in the sandbox. */
export const TEST_PAYMENT = 'This was a test payment: nobody was charged.'

/** Returns for example "Visa ending in 4242". */
export function cardText({ brand, last4 }: Card): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`
}
