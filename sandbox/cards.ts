/**
 * The published test cards. The sandbox looks a number up here and does not store it. It stores the brand, the last
 * four digits, the expiry and the name of the card's behaviour.
 */
import { Fault } from './faults.ts'

interface Decline {
  code: string
  decline_code: string
  message: string
}

const DECLINED = 'Your card was declined.'

const DECLINES = {
  generic_decline: { code: 'card_declined', decline_code: 'generic_decline', message: DECLINED },
  insufficient_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.'
  },
  lost_card: { code: 'card_declined', decline_code: 'lost_card', message: DECLINED },
  stolen_card: { code: 'card_declined', decline_code: 'stolen_card', message: DECLINED },
  card_velocity_exceeded: {
    code: 'card_declined',
    decline_code: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.'
  },
  fraudulent: { code: 'card_declined', decline_code: 'fraudulent', message: DECLINED },
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect."
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.'
  },
  /** A valid number that is not one of the test cards. */
  live_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: `${DECLINED} This is a sandbox, which takes test cards only.`
  }
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

interface Card {
  brand: string
  funding: 'credit' | 'debit' | 'prepaid'
  behaviour: Behaviour
}

const card = (brand: string, behaviour: Behaviour = 'pay', funding: Card['funding'] = 'credit'): Card => ({
  brand,
  behaviour,
  funding
})

const CARDS: ReadonlyMap<string, Card> = new Map(
  Object.entries({
    '4242424242424242': card('visa'),
    '4000056655665556': card('visa', 'pay', 'debit'),
    '5555555555554444': card('mastercard'),
    '2223003122003222': card('mastercard'),
    '5200828282828210': card('mastercard', 'pay', 'debit'),
    '5105105105105100': card('mastercard', 'pay', 'prepaid'),
    '378282246310005': card('amex'),
    '371449635398431': card('amex'),
    '6011111111111117': card('discover'),
    '6011000990139424': card('discover'),
    '3056930009020004': card('diners'),
    '36227206271667': card('diners'),
    '3566002020360505': card('jcb'),
    '6200000000000005': card('unionpay'),
    '4000000000000077': card('visa'),
    '4000000000000002': card('visa', 'generic_decline'),
    '4000000000009995': card('visa', 'insufficient_funds'),
    '4000000000009987': card('visa', 'lost_card'),
    '4000000000009979': card('visa', 'stolen_card'),
    '4000000000000069': card('visa', 'expired_card'),
    '4000000000000127': card('visa', 'incorrect_cvc'),
    '4000000000000119': card('visa', 'processing_error'),
    '4000000000006975': card('visa', 'card_velocity_exceeded'),
    '4100000000000019': card('visa', 'fraudulent'),
    '4000000000000341': card('visa', 'fail_when_charged'),
    '4000000000000259': card('visa', 'dispute'),
    '4000002500003155': card('visa', 'authenticate_once'),
    '4000002760003184': card('visa', 'authenticate')
  })
)

/** Ids that programs use instead of card numbers. Each creates a new payment method with one of the cards. */
export const TEST_METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pm_card_visa: '4242424242424242',
    pm_card_visa_debit: '4000056655665556',
    pm_card_mastercard: '5555555555554444',
    pm_card_amex: '378282246310005',
    pm_card_chargeDeclined: '4000000000000002',
    pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
    pm_card_chargeDeclinedExpiredCard: '4000000000000069',
    pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
    pm_card_chargeDeclinedProcessingError: '4000000000000119',
    pm_card_chargeCustomerFail: '4000000000000341',
    pm_card_createDispute: '4000000000000259',
    pm_card_authenticationRequiredOnSetup: '4000002500003155',
    pm_card_authenticationRequired: '4000002760003184'
  })
)

interface Typed {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string
}

/** The stored properties of a card. */
export interface KnownCard extends Card {
  last4: string
  exp_month: number
  exp_year: number
}

/**
 * Checks a typed card and returns the properties to store.
 * @param now in seconds
 * @throws Fault with the code and text to show under the field
 */
export function readCard(typed: Typed, now: number): KnownCard {
  const number = typed.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) throw wrong('invalid_number', 'number', 'Your card number is invalid.')
  if (!passesLuhn(number)) throw wrong('incorrect_number', 'number', 'Your card number is incorrect.')
  const year = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year
  const today = new Date(now * 1000)
  const thisYear = today.getUTCFullYear()
  if (typed.exp_month < 1 || typed.exp_month > 12) {
    throw wrong('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  const isPast = year < thisYear || (year === thisYear && typed.exp_month < today.getUTCMonth() + 1)
  if (isPast || year > thisYear + 50) {
    throw wrong('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  const known = CARDS.get(number) ?? card('visa', 'live_card')
  if (typed.cvc !== undefined && !(known.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(typed.cvc)) {
    throw wrong('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  return { ...known, last4: number.slice(-4), exp_month: typed.exp_month, exp_year: year }
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

/** The decline for a card that requires authentication while the person is not present. */
export const NOT_THERE: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.'
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
