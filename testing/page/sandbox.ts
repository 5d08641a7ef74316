/** Acts as the payment sandbox that the page calls (client/billing/card/sandbox-calls.ts). */
import { fireEvent, screen } from '@testing-library/react'
import type { PaymentMethod } from '../../domain/billing/api.ts'
import { json, respond, type Sent } from './show.tsx'

export const SAVED_CARD: PaymentMethod = {
  id: 'pm_saved',
  card: { brand: 'visa', last4: '1881' },
  last4: '1881',
  exp_month: 3,
  exp_year: 2041,
  is_default: true
}

interface Behaviour {
  /** The message with which it declines every card. */
  decline?: string
  /** The first payment succeeds, but its response is lost. */
  loseFirstConfirm?: boolean
  /** The bank asks the person to confirm. */
  asks?: boolean
}

interface Sandbox {
  /** Method and path of each call, such as "POST payment_methods". */
  paths: string[]
  payments: number
  /** Also responds to the product's own calls, and records only these. */
  beside: (responses: Parameters<typeof respond>[0]) => Sent[]
}

export function sandbox({ decline, loseFirstConfirm = false, asks = false }: Behaviour = {}): Sandbox {
  const paid = new Set<string>()
  const on: Sandbox = {
    paths: [],
    payments: 0,
    beside(responses) {
      const calls = respond(responses)
      const ours = globalThis.fetch
      globalThis.fetch = async (url, init) => {
        const at = String(url)
        if (!at.startsWith('/sandbox/v1/')) return ours(url, init)
        const path = at.slice('/sandbox/v1/'.length)
        on.paths.push(`${init?.method} ${path}`)
        return answer(path)
      }
      return calls
    }
  }

  function answer(path: string): Response {
    const [, id = ''] = path.split('/')
    if (path === 'payment_methods') return json({ id: 'pm_new' })
    if (decline) return json({ error: { code: 'card_declined', message: decline } }, 402)
    if (asks && /\/confirm$|^setup_intents/.test(path)) return json({ id, status: 'requires_action' })
    if (paid.has(id)) {
      return json({ error: { message: 'Paid already.', payment_intent: { id, status: 'succeeded' } } }, 400)
    }
    paid.add(id)
    on.payments++
    if (loseFirstConfirm && on.payments === 1) throw new TypeError('the connection was lost')
    return json({ id, status: 'succeeded' })
  }
  return on
}

/** Types a card into the form that is on screen. */
export async function typeCard(number: string): Promise<void> {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Card number')
  type('Card number', number)
  type('Expiry date', '12/40')
  type('Security code', '123')
}
