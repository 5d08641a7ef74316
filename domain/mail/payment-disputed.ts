import { plural } from '../lib/duration.ts'
import { formatMoney } from '../lib/money.ts'
import { displayedTokens } from '../tokens/tokens.ts'
import { type MailWords, TEST_PAYMENT } from './words.ts'

/** A bank takes a payment back because its customer disputes it. */
export interface PaymentDisputed {
  kind: 'payment disputed'
  to: 'admin' | 'payer'
  amount: number
  currency: string
  /** The number of the invoice. */
  reference: string
  /** The uses that were taken back. */
  uses: number
  /** Whether it was paid in the sandbox. */
  is_test: boolean
}

/** Returns the mail about a dispute. */
export function paymentDisputed({ to, amount, currency, reference, uses, is_test }: PaymentDisputed): MailWords {
  const price = formatMoney(amount, currency)
  const tokens = plural(displayedTokens(uses), 'token')
  const test = is_test ? [TEST_PAYMENT] : []
  const facts: MailWords['facts'] = [
    ['Disputed', price],
    ['Invoice', reference],
    ['Taken back', tokens]
  ]
  if (to === 'admin') {
    return {
      subject: `A payment of ${price} is disputed`,
      heading: 'A payment is disputed',
      paragraphs: [
        'The bank of the payer took the money back until this is decided. The payer got a mail too.',
        'Answer at the payment provider before its deadline, or the money is lost. If you win, the tokens return.',
        ...test
      ],
      facts,
      link: { text: 'See disputes', path: '/admin/money?show=returns' }
    }
  }
  return {
    subject: `Your bank disputes your payment of ${price}`,
    heading: 'Your bank took a payment back',
    paragraphs: [
      `Your bank told us that you dispute a payment of ${price}, and took the money back.`,
      'If this is a mistake, ask your bank to withdraw the dispute. Then you get the tokens again.',
      ...test
    ],
    facts,
    link: { text: 'See your invoices', path: '/account/invoices' }
  }
}
