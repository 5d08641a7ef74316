/**
 * Replaces the payment provider's host: a script with the few calls that the page makes, and the frame with the card's
 * fields. It loads the provider's real component. The component calls https://api.stripe.com, which leads to the
 * sandbox here. The content policy of the page applies to all three.
 */
import type { BrowserContext, Route } from '@playwright/test'

/** @param address the product whose sandbox is the provider */
export async function stubProvider(context: BrowserContext, address: string): Promise<void> {
  await context.route('https://js.stripe.com/**', route =>
    new URL(route.request().url()).pathname === '/card.html'
      ? route.fulfill({ contentType: 'text/html', body: FRAME })
      : route.fulfill({ contentType: 'text/javascript', body: `(${script})()` })
  )
  await context.route('https://api.stripe.com/v1/**', route => toSandbox(route, address))
}

/** Sends the key in a form field, as the provider's script does, so that the browser needs no preflight request. */
async function toSandbox(route: Route, address: string): Promise<void> {
  const { pathname } = new URL(route.request().url())
  const fields = new URLSearchParams(route.request().postData() ?? '')
  const key = fields.get('key')
  fields.delete('key')
  const response = await fetch(`${address}/sandbox${pathname}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: fields.toString()
  })
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
  await route.fulfill({ status: response.status, headers, body: await response.text() })
}

/** The fields pass the input only to the script: the page never has the number, as with the provider. */
const FRAME = `<!doctype html><title>Card</title>
<input aria-label="Card number" placeholder="Card number" oninput="tell()"><script>
function tell() { parent.postMessage({ card: document.querySelector('input').value }, '*') }
addEventListener('message', () => document.querySelector('input').focus())
</script>`

/** Runs in the page, so it can use nothing from this module. */
function script(): void {
  type Fields = Record<string, string>
  interface Answer {
    id: string
    status: string
    error?: object
  }
  class CardElement {
    number = ''
    frame: HTMLIFrameElement | null = null
    readonly listeners: Record<string, (event: unknown) => void> = {}
    mount(place: HTMLElement): void {
      this.frame = document.createElement('iframe')
      this.frame.title = 'Secure card fields'
      this.frame.style.cssText = 'border: 0; width: 100%; height: 2rem'
      this.frame.src = 'https://js.stripe.com/card.html'
      this.frame.onload = () => this.listeners.ready?.(this)
      place.append(this.frame)
      window.addEventListener('message', ({ source, data }) => {
        if (source !== this.frame?.contentWindow) return
        this.number = data.card
        this.listeners.change?.({ complete: this.number.length >= 16, error: undefined })
      })
    }
    on(event: string, listener: (event: unknown) => void): this {
      this.listeners[event] = listener
      return this
    }
    off(event: string): void {
      delete this.listeners[event]
    }
    focus(): void {
      this.frame?.contentWindow?.postMessage('focus', '*')
    }
    update(): void {}
    destroy(): void {
      this.frame?.remove()
    }
  }

  const idOf = (secret: string): string => secret.split('_secret_')[0] ?? ''

  const stripe = (key: string) => {
    const call = async (path: string, fields: Fields): Promise<Answer> => {
      const body = new URLSearchParams({ ...fields, key })
      return (await fetch(`https://api.stripe.com/v1/${path}`, { method: 'POST', body })).json()
    }
    const settle = async (answer: Answer, client_secret: string): Promise<Answer> => {
      if (answer.error || answer.status !== 'requires_action') return answer
      const outcome = window.confirm('Your bank: are you the owner of this card?') ? 'complete' : 'fail'
      return call('sandbox/authenticate', { client_secret, outcome })
    }
    return {
      createToken() {},
      elements() {
        let card: CardElement | null = null
        return {
          update() {},
          create() {
            card = new CardElement()
            return card
          },
          getElement: () => card
        }
      },
      async createPaymentMethod({ card }: { card: CardElement }) {
        const type = { type: 'card', 'card[exp_month]': '12', 'card[exp_year]': '40', 'card[cvc]': '123' }
        const made = await call('payment_methods', { ...type, 'card[number]': card.number })
        return made.error ? { error: made.error } : { paymentMethod: made }
      },
      async confirmCardPayment(client_secret: string, { payment_method }: { payment_method: string }) {
        const path = `payment_intents/${idOf(client_secret)}/confirm`
        const { error, ...paymentIntent } = await settle(
          await call(path, { client_secret, payment_method }),
          client_secret
        )
        return error ? { error } : { paymentIntent }
      },
      async confirmCardSetup(client_secret: string) {
        const outcome = await settle({ id: idOf(client_secret), status: 'requires_action' }, client_secret)
        return outcome.error ? { error: outcome.error } : { setupIntent: outcome }
      }
    }
  }
  Object.assign(window, { Stripe: stripe })
}
