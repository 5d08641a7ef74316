import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { PACK } from '../../domain/billing/plans.ts'
import { tokensPage } from '../../domain/tokens/api.ts'
import { outOfTokens } from '../../domain/tokens/tokens.ts'
import { pageQuery } from '../lib/page-cache.ts'
import { queryClient } from '../lib/query-client.ts'
import { useUser } from '../lib/user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { BuyTokens } from './BuyTokens.tsx'
import { closePurchase, goToPurchase, usePurchaseOpen } from './purchase.ts'

/**
 * One of three messages by subscription (TOK-49..TOK-56), and the purchase in place, so that what was refused goes on
 * where it was begun (D-13).
 */
export function PurchaseModal() {
  const opened = usePurchaseOpen()
  return (
    <Dialog opened={opened} onClose={closePurchase} title="Out of tokens" size="28rem">
      {opened && <Content />}
    </Dialog>
  )
}

function Content() {
  const { text, link } = outOfTokens(useUser()?.subscription?.product_key ?? null)
  const { pay, offer, refused, busy } = useOffer()
  return (
    <>
      <Text mb="lg">{text}</Text>
      <Button component={Link} to={link.to} onClick={goToPurchase} fullWidth mb="sm">
        {link.label}
      </Button>
      {pay ? (
        <BuyTokens cards={pay.payment_methods} checkout={pay.checkout} onBought={() => {}} />
      ) : (
        <Button variant="default" fullWidth loading={busy} onClick={() => void offer()}>
          Buy {PACK.tokens} tokens
        </Button>
      )}
      <FormMessage text={refused} />
    </>
  )
}

/** How the person may pay: what the Tokens page knows of it. */
function useOffer() {
  const [pay, setPay] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function offer(): Promise<void> {
    setBusy(true)
    setRefused(null)
    try {
      const found = await load()
      // The provider's own fields are allowed on pages that take cards alone.
      if (found?.checkout.sandbox) setPay(found)
      else window.location.assign(tokensPage.path)
    } catch (error) {
      setRefused(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { pay, offer, refused, busy }
}

function load() {
  return queryClient.fetchQuery({
    ...pageQuery<typeof tokensPage>(tokensPage, { params: {}, search: '' }),
    staleTime: 0
  })
}
