import { Button, Input, Text } from '@mantine/core'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useImperativeHandle, useState } from 'react'
import { NoResponse } from '../../lib/api.ts'
import classes from './card.module.css'
import { CardError, type CardFormProps, canTakeCards, idOfSecret, STILL_LOADING } from './card.ts'

/**
 * Loads the provider's script from the provider's host, only when a card form opens
 * (client/billing/card/CardForm.tsx).
 */
export function StripeForm(props: CardFormProps) {
  const key = props.checkout.publishable_key
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const isAllowed = canTakeCards(props.checkout)
  const [failed, setFailed] = useState(!isAllowed)
  useEffect(() => {
    if (isAllowed) loadStripe(key).then(setStripe, () => setFailed(true))
  }, [key, isAllowed])
  if (failed) return <NotLoaded />
  return (
    <Elements stripe={stripe}>
      <Fields {...props} />
    </Elements>
  )
}

/** The browser allows the provider's script only on documents that were loaded from the address of a card page. */
function NotLoaded() {
  return (
    <div role="alert">
      <Text mb="sm">We couldn’t load the payment form.</Text>
      <Button variant="default" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </div>
  )
}

function Fields({ isShown, takesFocus, ref }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isComplete, setIsComplete] = useState(false)
  const [error, setError] = useState<string | null>(null)

  function ready(): Stripe {
    return stripe ?? say(STILL_LOADING)
  }

  function say(text: string): never {
    setError(text)
    throw new CardError(text)
  }

  function refuse(error: StripeError): never {
    // The connection to the provider broke, so the outcome is unknown.
    if (error.type === 'api_connection_error' || error.type === 'api_error') throw new NoResponse(error.message)
    say(error.message ?? 'Your card was declined.')
  }

  useImperativeHandle(ref, () => ({
    isComplete: () => isShown && isComplete,
    async createPaymentMethod() {
      setError(null)
      const card = elements?.getElement(CardElement)
      if (!card) return say(STILL_LOADING)
      const { paymentMethod, error } = await ready().createPaymentMethod({ type: 'card', card })
      return paymentMethod?.id ?? refuse(error as StripeError)
    },
    async confirmPayment(clientSecret, payment_method) {
      setError(null)
      const { error } = await ready().confirmCardPayment(clientSecret, { payment_method })
      if (error && error.payment_intent?.status !== 'succeeded') refuse(error)
      return idOfSecret(clientSecret)
    },
    async confirmSetup(clientSecret) {
      setError(null)
      const { error } = await ready().confirmCardSetup(clientSecret)
      if (error && error.setup_intent?.status !== 'succeeded') refuse(error)
    },
    refuse: setError
  }))

  if (!isShown) return null
  return (
    <Input.Wrapper label="Card" error={error}>
      <div className={classes.element}>
        <CardElement
          options={{ hidePostalCode: true, style: { base: { fontSize: '17px' } } }}
          onReady={card => {
            if (takesFocus) card.focus()
          }}
          onChange={({ complete, error }) => {
            setIsComplete(complete)
            setError(error?.message ?? null)
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
