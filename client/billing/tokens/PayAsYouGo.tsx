import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { PaymentMethod } from '../../../domain/billing/api.ts'
import { PACK } from '../../../domain/billing/plans.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { USES_PER_TOKEN } from '../../../domain/tokens/tokens.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { useUser } from '../../lib/user.ts'
import { TextLink } from '../../ui/links/TextLink.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Checkout } from '../card/card.ts'
import { BuyTokens } from './BuyTokens.tsx'
import classes from './tokens.module.css'

/** `?buy` opens the form at once. */
export const BUY = 'buy'

const SIGNED_OUT = 'Please login or create an account to purchase tokens.'

/** The price of a pack, and the form to buy it (TOK-19, TOK-20, TOK-22, TOK-25). */
export function PayAsYouGo({ cards, checkout }: { cards: readonly PaymentMethod[]; checkout: Checkout }) {
  const isAsked = new URLSearchParams(useLocation().search).has(BUY)
  const user = useUser()
  const [buying, setBuying] = useState(isAsked && user !== null)
  function bought(): void {
    setBuying(false)
    // Another tab opened this one to buy tokens and continues the refused action there.
    if (isAsked && window.opener) window.close()
    // Shows the new balance, which may be scrolled out of view.
    document.getElementById('balance')?.scrollIntoView?.({ block: 'nearest' })
  }
  return (
    <Panel id="pay-as-you-go" title="Pay As You Go" space="sm">
      <p className={classes.amount}>
        <span className={classes.number}>${PACK.amount / 100}</span> for {PACK.tokens} tokens
      </p>
      <Text mb="md">
        That covers {numberText(PACK.tokens * USES_PER_TOKEN)} goals, sessions, logs, notes, posts or messages. Bought
        tokens never expire.
      </Text>
      {buying ? (
        <BuyTokens cards={cards} checkout={checkout} onBought={bought} />
      ) : (
        <Button
          style={{ alignSelf: 'start' }}
          variant={user ? 'filled' : 'light'}
          onClick={() => requireSignIn('to purchase tokens', () => setBuying(true), null, SIGNED_OUT)}
        >
          Buy {PACK.tokens} tokens
        </Button>
      )}
      <Text mt="md">
        Use it every day?{' '}
        <TextLink to="/pricing" inherit>
          See the plans
        </TextLink>
      </Text>
    </Panel>
  )
}
