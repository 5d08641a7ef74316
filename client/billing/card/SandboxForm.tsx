import { Stack, TextInput } from '@mantine/core'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type Answer, BankQuestion } from './BankQuestion.tsx'
import classes from './card.module.css'
import { CardError, type CardFormProps, idOfSecret } from './card.ts'
import { asExpiry, digits, expiryOf, inFours, LONGEST } from './card-number.ts'
import { callSandbox, SandboxRefusal } from './sandbox-calls.ts'
import { TestCards } from './TestCards.tsx'

const EMPTY = { number: '', expiry: '', cvc: '' }
type Field = keyof typeof EMPTY
type Errors = Partial<Record<Field, string>>

/**
 * The card form of the sandbox. It imitates the provider's form and says that no money moves. Its fields have no
 * autocomplete names, so that the browser does not fill in a real card.
 */
export function SandboxForm({ checkout, isShown, takesFocus = false, ref }: CardFormProps) {
  const [card, setCard] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [asked, setAsked] = useState<Answer | null>(null)
  const key = checkout.publishable_key
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [takesFocus])

  /** Runs the work. Shows a refusal under its field and throws it again. */
  async function showing<Value>(work: () => Promise<Value>): Promise<Value> {
    setErrors({})
    try {
      return await work()
    } catch (error) {
      if (error instanceof SandboxRefusal) setErrors({ [fieldOf(error)]: error.message })
      throw error
    }
  }

  function isComplete(): boolean {
    const missing = isShown ? missingIn(card) : {}
    setErrors(missing)
    return isShown && Object.keys(missing).length === 0
  }

  async function createPaymentMethod(): Promise<string> {
    if (!isComplete()) throw new CardError('The card is incomplete.')
    return showing(async () => {
      const [month = '', year = ''] = expiryOf(card.expiry) ?? []
      const fields = { 'card[number]': digits(card.number), 'card[exp_month]': month, 'card[exp_year]': year }
      const made = await callSandbox(key, 'POST', 'payment_methods', {
        type: 'card',
        ...fields,
        'card[cvc]': card.cvc.trim()
      })
      return made.id
    })
  }

  function authenticate(client_secret: string): Promise<void> {
    return new Promise((resolve, reject) => {
      setAsked(
        (): Answer => outcome => {
          setAsked(null)
          callSandbox(key, 'POST', 'sandbox/authenticate', { client_secret, outcome }).then(() => resolve(), reject)
        }
      )
    })
  }

  function confirmPayment(client_secret: string, payment_method: string): Promise<string> {
    const id = idOfSecret(client_secret)
    return showing(async () => {
      try {
        const path = `payment_intents/${id}/confirm`
        const { status } = await callSandbox(key, 'POST', path, { client_secret, payment_method })
        if (status === 'requires_action') await authenticate(client_secret)
      } catch (error) {
        const isPaid = error instanceof SandboxRefusal && error.refusal.payment_intent?.status === 'succeeded'
        if (!isPaid) throw error
      }
      return id
    })
  }

  async function confirmSetup(client_secret: string): Promise<void> {
    await showing(async () => {
      const { status } = await callSandbox(key, 'GET', `setup_intents/${idOfSecret(client_secret)}`, { client_secret })
      if (status === 'requires_action') await authenticate(client_secret)
    })
  }

  useImperativeHandle(ref, () => ({
    isComplete,
    createPaymentMethod,
    confirmPayment,
    confirmSetup,
    refuse: text => setErrors({ number: text })
  }))

  const input = (field: Field, show: (text: string) => string) => ({
    value: card[field],
    error: errors[field],
    autoComplete: 'off',
    inputMode: 'numeric' as const,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setCard({ ...card, [field]: show(currentTarget.value) })
      setErrors({ ...errors, [field]: undefined })
    }
  })

  return (
    <>
      {isShown && (
        <Stack gap="sm">
          <TestCards />
          <TextInput
            label="Card number"
            placeholder="4242 4242 4242 4242"
            ref={first}
            {...input('number', inFours)}
            maxLength={LONGEST}
          />
          <div className={classes.row}>
            <TextInput label="Expiry date" placeholder="MM / YY" {...input('expiry', asExpiry)} />
            <TextInput label="Security code" placeholder="CVC" {...input('cvc', text => text)} maxLength={4} />
          </div>
        </Stack>
      )}
      <BankQuestion answer={asked} />
    </>
  )
}

/** Messages for missing fields, in the provider's words. */
function missingIn({ number, expiry, cvc }: typeof EMPTY): Errors {
  return {
    ...(digits(number).length < 12 && { number: 'Your card number is incomplete.' }),
    ...(!expiryOf(expiry) && { expiry: "Your card's expiration date is incomplete." }),
    ...(cvc.trim().length < 3 && { cvc: "Your card's security code is incomplete." })
  }
}

function fieldOf({ refusal: { code = '', param = '' } }: SandboxRefusal): Field {
  if (/cvc/.test(param) || /cvc/.test(code)) return 'cvc'
  if (/^exp_/.test(param) || /expir/.test(code)) return 'expiry'
  return 'number'
}
