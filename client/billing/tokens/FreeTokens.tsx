import { Button, Text } from '@mantine/core'
import { tokensPage } from '../../../domain/billing/tokens-api.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { redeemAvailable } from '../../../domain/tokens/api.ts'
import { displayedTokens, REDEEMED_USES } from '../../../domain/tokens/tokens.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { call } from '../../lib/api.ts'
import { changePages, reloadPages } from '../../lib/page-cache.ts'
import { toastError, useAction } from '../../ui/ActionButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from './tokens.module.css'

const SIGNED_OUT = 'Please login or create an account to redeem tokens.'
const GIFT = numberText(displayedTokens(REDEEMED_USES))

interface Props {
  /** Tokens in the shared pool. */
  pool: number
  redeemed: boolean
}

/** Redeems free tokens from the shared pool, once per account (TOK-34..TOK-39, D-07). */
export function FreeTokens({ pool, redeemed }: Props) {
  const { busy, run } = useAction(toastError)

  async function redeem(): Promise<void> {
    try {
      const { message, balance, pool } = await call(redeemAvailable)
      changePages(tokensPage, data => ({ ...data, balance, pool, redeemed: true }))
      toast.success(message)
    } finally {
      void reloadPages(tokensPage)
    }
  }

  return (
    <Panel id="free-tokens" title="Free Tokens" space="sm">
      <p className={classes.amount}>
        <span className={classes.number}>{numberText(pool)}</span> in the shared pool
      </p>
      {redeemed ? (
        <Text>You’ve redeemed your {GIFT} free tokens.</Text>
      ) : (
        <>
          <Text mb="md">Each account can redeem {GIFT} tokens, once. They never expire.</Text>
          <Button
            style={{ alignSelf: 'start' }}
            variant="default"
            loading={busy}
            onClick={() => requireSignIn('to redeem tokens', () => void run(redeem), null, SIGNED_OUT)}
          >
            Redeem {GIFT} tokens
          </Button>
        </>
      )}
    </Panel>
  )
}
