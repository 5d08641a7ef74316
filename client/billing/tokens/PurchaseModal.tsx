import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PACK } from '../../../domain/billing/plans.ts'
import { tokensPage } from '../../../domain/billing/tokens-api.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { outOfTokens } from '../../../domain/tokens/tokens.ts'
import { pageQuery } from '../../lib/page-cache.ts'
import { useUser } from '../../lib/user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { canTakeCards } from '../card/card.ts'
import { closePurchase, goToPurchase, usePurchaseOpen } from '../purchase.ts'
import { BuyTokens } from './BuyTokens.tsx'
import { BUY } from './PayAsYouGo.tsx'

/**
 * Opens when tokens run out. Shows one of three messages, depending on the subscription (TOK-49..TOK-56), and sells
 * tokens in place, so that the refused action can continue (D-13).
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
  const user = useUser()
  const plan = user?.subscription?.product_key ?? null
  const { text, link } = outOfTokens(plan)
  // With uses left, only sessions can be refused, because this plan does not pay for them (D-05).
  const monthly = plan === 'goals_sub' ? (user?.all_remaining_tokens ?? 0) : 0
  const { data, error, isFetching, refetch } = useQuery({ ...offer, staleTime: 0 })
  const [buying, setBuying] = useState(false)
  const isElsewhere = data ? !canTakeCards(data.checkout) : false
  return (
    <>
      <Text mb={monthly > 0 ? 'sm' : 'lg'}>{text}</Text>
      {monthly > 0 && (
        <Text mb="lg">
          You have {numberText(monthly)} {monthly === 1 ? 'use' : 'uses'} left this month. Goal Basics pays for goals,
          logs and notes. Sessions, their chat and their forum need bought or free tokens, or the larger plan.
        </Text>
      )}
      {isElsewhere ? (
        <Button component="a" href={link.to} {...NEW_TAB} fullWidth mb="sm">
          {link.label}
        </Button>
      ) : (
        <Button component={Link} to={link.to} onClick={goToPurchase} fullWidth mb="sm">
          {link.label}
        </Button>
      )}
      {data && buying && !isElsewhere ? (
        <BuyTokens cards={data.payment_methods} checkout={data.checkout} onBought={() => {}} canGive={false} />
      ) : isElsewhere ? (
        <>
          <Button component="a" href={`${tokensPage.path}?${BUY}`} {...NEW_TAB} variant="default" fullWidth>
            {OFFER}
          </Button>
          <Text size="sm" c="dimmed" mt="sm">
            Both open in a new tab. Once you’ve paid, pick up here where you left off.
          </Text>
        </>
      ) : (
        <Button
          variant="default"
          fullWidth
          loading={isFetching && !data}
          onClick={() => {
            setBuying(true)
            if (!data) void refetch()
          }}
        >
          {OFFER}
        </Button>
      )}
      <FormMessage text={error && !data && !isFetching ? messageOf(error) : null} />
    </>
  )
}

const OFFER = `Buy ${PACK.tokens} tokens`

/** The new tab closes itself after the purchase; browsers allow that only with an opener. */
const NEW_TAB = { target: '_blank', rel: 'opener' }

/** The data of the Tokens page, which includes the ways to pay. */
const offer = pageQuery<typeof tokensPage>(tokensPage, { params: {}, search: '' })
