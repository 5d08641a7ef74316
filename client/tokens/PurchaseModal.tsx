import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { outOfTokens } from '../../domain/tokens/tokens.ts'
import { useUser } from '../lib/user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { closePurchase, goToPurchase, usePurchaseOpen } from './purchase.ts'

/** One of three messages by subscription (TOK-49..TOK-56). */
export function PurchaseModal() {
  const { text, link } = outOfTokens(useUser()?.subscription?.product_key ?? null)
  return (
    <Dialog opened={usePurchaseOpen()} onClose={closePurchase} title="Out of tokens" size="28rem">
      <Text mb="lg">{text}</Text>
      <Button component={Link} to={link.to} onClick={goToPurchase} fullWidth>
        {link.label}
      </Button>
    </Dialog>
  )
}
