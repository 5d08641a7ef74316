/**
 * The published test cards. The sandbox looks a number up here and does not store it. It stores the brand, the last
 * four digits, the expiry and the name of the card's behaviour.
 */
import { Fault } from './faults.ts'

export interface Decline {
  code: string
  decline_code: string
  message: string
}

const declined = (decline_code: string, message: string, code = decline_code): Decline => ({
  code,
  decline_code,
  message
})

const DECLINED = 'Your card was declined.'

const DECLINES = {
  generic_decline: declined('generic_decline', DECLINED, 'card_declined'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.', 'card_declined'),
  expired_card: declined('expired_card', 'Your card has expired.'),
  incorrect_cvc: declined('incorrect_cvc', "Your card's security code is incorrect."),
  processing_error: declined(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.'
  ),
  /** A valid number that is not one of the test cards. */
  live_card: declined(
    'test_mode_live_card',
    `${DECLINED} This is a sandbox, which takes test cards only.`,
    'card_declined'
  )
} satisfies Record<string, Decline>

/**
 * - `pay`: the charge succeeds.
 * - `dispute`: the charge succeeds and is disputed immediately.
 * - `fail_when_charged`: the card can be saved, and each charge is declined.
 * - `authenticate`: the person must authenticate each time.
 * - `authenticate_once`: the person must authenticate until the card has been set up.
 * - A name from `DECLINES`: the card is declined when it is charged and when it is saved.
 */
export type Behaviour =
  | 'pay'
  | 'dispute'
  | 'fail_when_charged'
  | 'authenticate'
  | 'authenticate_once'
  | keyof typeof DECLINES

const CARDS: ReadonlyMap<string, Behaviour> = new Map([
  ['4242424242424242', 'pay'],
  ['5555555555554444', 'pay'],
  ['378282246310005', 'pay'],
  ['4000000000000002', 'generic_decline'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error'],
  ['4000000000000341', 'fail_when_charged'],
  ['4000000000000259', 'dispute'],
  ['4000002500003155', 'authenticate_once'],
  ['4000002760003184', 'authenticate']
])

const brandOf = (number: string): string =>
  number.startsWith('5') ? 'mastercard' : number.startsWith('3') ? 'amex' : 'visa'

interface Typed {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string
}

/**
 * Checks a typed card and returns the properties to store.
 * @param now in seconds
 * @throws Fault with the code and text to show under the field
 */
export function readCard(typed: Typed, now: number) {
  const number = typed.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) throw wrong('invalid_number', 'number', 'Your card number is invalid.')
  if (!passesLuhn(number)) throw wrong('incorrect_number', 'number', 'Your card number is incorrect.')
  const { exp_month, cvc } = typed
  const exp_year = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year
  if (exp_month < 1 || exp_month > 12) {
    throw wrong('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  const today = new Date(now * 1000)
  const monthsLeft = (exp_year - today.getUTCFullYear()) * 12 + exp_month - (today.getUTCMonth() + 1)
  if (monthsLeft < 0 || monthsLeft > 50 * 12) {
    throw wrong('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  const brand = brandOf(number)
  if (cvc !== undefined && !(brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) {
    throw wrong('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  return { brand, behaviour: CARDS.get(number) ?? 'live_card', last4: number.slice(-4), exp_month, exp_year }
}

function wrong(code: string, param: string, message: string): Fault {
  return new Fault(402, { type: 'card_error', code, param, message })
}

/** Why a card with this behaviour is declined when it is saved; null when it is not. */
export function declineOnSaving(behaviour: Behaviour): Decline | null {
  return behaviour in DECLINES ? DECLINES[behaviour as keyof typeof DECLINES] : null
}

/** Why a card with this behaviour is declined when it is charged; null when it is not. */
export function declineOnCharge(behaviour: Behaviour): Decline | null {
  return behaviour === 'fail_when_charged' ? DECLINES.generic_decline : declineOnSaving(behaviour)
}

/** Whether a charge needs the person. @param isSetUp the person authenticated when the card was saved */
export function wantsAuthentication(behaviour: Behaviour, isSetUp: boolean): boolean {
  return behaviour === 'authenticate' || (behaviour === 'authenticate_once' && !isSetUp)
}

/** Checks the last digit of a card number, which is a checksum of the others. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
