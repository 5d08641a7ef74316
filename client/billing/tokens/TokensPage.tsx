import { SimpleGrid } from '@mantine/core'
import { useLocation } from 'react-router'
import { isAdmin } from '../../../domain/accounts/user.ts'
import { tokensPage } from '../../../domain/billing/tokens-api.ts'
import { config } from '../../lib/embedded.ts'
import { usePage } from '../../lib/page.ts'
import { useUser } from '../../lib/user.ts'
import { AccountFrame } from '../../my/AccountFrame.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Panels } from '../../ui/Panels.tsx'
import { useCardPage } from '../card/card.ts'
import { FreeHut } from '../FreeHut.tsx'
import { AddFreeTokens } from './AddFreeTokens.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { FreeTokens } from './FreeTokens.tsx'
import { Ledger } from './Ledger.tsx'
import { PayAsYouGo } from './PayAsYouGo.tsx'
import { TokenRates } from './TokenRates.tsx'
import classes from './tokens.module.css'

/** The same content at two addresses: on its own, and inside the account area (D-16). */
export function TokensPage() {
  const inAccount = useLocation().pathname.startsWith('/account')
  return inAccount ? (
    <AccountFrame>
      <Content />
    </AccountFrame>
  ) : (
    <Content />
  )
}

function Content() {
  const { balance, ledger, pool, redeemed, payment_methods, checkout } = usePage(tokensPage)
  const user = useUser()
  useCardPage(checkout)
  if (config.is_free) return <FreeHut title="Tokens" />
  return (
    <>
      <PageHeading title="Tokens" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mb="xl" className={classes.cards}>
        <Panels>
          <BalanceCard balance={balance} />
          <PayAsYouGo cards={payment_methods} checkout={checkout} />
          <FreeTokens pool={pool} redeemed={redeemed} />
          {isAdmin(user) && <AddFreeTokens />}
        </Panels>
      </SimpleGrid>
      <Panels>
        {user && <Ledger entries={ledger} />}
        <TokenRates />
      </Panels>
    </>
  )
}
