import { Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { type accountPage, endText, type PaymentMethod } from '../../domain/billing/api.ts'
import { PERIOD_DAYS, planOf } from '../../domain/billing/plans.ts'
import { canCancel, canGoOn } from '../../domain/billing/subscription.ts'
import { formatMoney } from '../../domain/lib/money.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { useOwnDay, useZone } from '../lib/dates/own-days.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { useFocusAfter } from '../ui/focus.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { cancelPlan, resubscribe, SUBSCRIPTION_TOAST } from './billing.ts'
import type { Checkout } from './card/card.ts'
import { PayNow } from './PayNow.tsx'

type Account = DataOf<typeof accountPage>
type Subscription = NonNullable<Account['subscription']>
type Renewal = Account['renewal']

interface Props {
  subscription: Subscription | null
  renewal: Renewal
  cards: readonly PaymentMethod[]
  checkout: Checkout | undefined
}

/** Shows the subscription and lets its owner pay, cancel or resubscribe (BIL-30..BIL-33). */
export function SubscriptionPanel({ subscription, ...props }: Props) {
  return (
    <Card component="section" aria-labelledby="subscription">
      {/* Keeps the heading below the sticky header when a link with `#subscription` scrolls here. */}
      <Title order={2} id="subscription" mb="md" style={{ scrollMarginTop: '5rem' }}>
        Subscription
      </Title>
      {subscription ? <Current subscription={subscription} {...props} /> : <None />}
    </Card>
  )
}

function Current({ subscription, renewal, cards, checkout }: Props & { subscription: Subscription }) {
  const { product, start_date, end_date } = subscription
  const day = useOwnDay()
  const zone = useZone()
  const next = renewal?.next_plan ?? null
  const isDeclined = renewal?.failed != null && end_date === null
  return (
    <>
      <Text fw={600}>{product}</Text>
      <Text>Since {day(start_date)}</Text>
      {renewal?.renews_at && (
        <Text>
          {next && `Then ${planOf(next).title}: `}
          {formatMoney(renewal.amount, renewal.currency)} every {PERIOD_DAYS} days, next on {day(renewal.renews_at)}
        </Text>
      )}
      {renewal?.failed && (
        <Text mt="sm" c="var(--mantine-color-error)">
          Your renewal was declined on {day(renewal.failed.at)}.
          {renewal.failed.tokens_until && ` You keep your tokens until ${day(renewal.failed.tokens_until)}.`}{' '}
          {!isDeclined
            ? 'We won’t try again. To keep your plan, subscribe again.'
            : cards.length > 0
              ? 'Pay now, or choose another card first. Otherwise we try again in a few days.'
              : 'Add a card, then pay now.'}
        </Text>
      )}
      {end_date && <Text mt="sm">{endText(end_date, zone)}</Text>}
      {isDeclined && checkout && cards.length > 0 && (
        <PayNow id={subscription.id} amount={renewal} card={cards.find(payer) ?? cards[0]} checkout={checkout} />
      )}
      <Group mt="md">
        {canGoOn(subscription) && <Resubscribe subscription={subscription} label="Resubscribe" cards={cards} />}
        {end_date === null && next && (
          <Resubscribe subscription={subscription} label={`Keep ${product}`} cards={cards} />
        )}
        <Button component={Link} to="/subscribe" variant="default">
          Change plan
        </Button>
        {canCancel(subscription) && <Cancel subscription={subscription} isDeclined={isDeclined} />}
      </Group>
    </>
  )
}

const payer = ({ is_default }: PaymentMethod): boolean => is_default

function Cancel({ subscription: { id, product }, isDeclined }: { subscription: Subscription; isDeclined: boolean }) {
  return (
    <ConfirmButton
      label="Cancel subscription"
      title="Cancel your subscription?"
      confirm="Cancel subscription"
      keep="Keep it"
      onConfirm={async () => void toast.success(await cancelPlan(id), { id: SUBSCRIPTION_TOAST })}
    >
      {isDeclined
        ? `We won’t try the declined renewal again. ${product} ends, and you keep its tokens until the day above.`
        : `You keep ${product} and its tokens until the ${PERIOD_DAYS} days you paid for are up. There are no refunds.`}
    </ConfirmButton>
  )
}

interface ResubscribeProps {
  subscription: Subscription
  label: string
  cards: readonly PaymentMethod[]
}

/** Charges nothing now, but the next renewal needs a card. */
function Resubscribe({ subscription: { product_key }, label, cards }: ResubscribeProps) {
  const button = useFocusAfter<HTMLButtonElement>()
  if (cards.length === 0) {
    return (
      <Button component={Link} to={`/subscribe?product=${product_key}`}>
        {label} with a card
      </Button>
    )
  }
  async function resubscribeNow(): Promise<void> {
    await resubscribe(product_key)
    toast.success('Your subscription continues.', { id: SUBSCRIPTION_TOAST })
  }
  return (
    <ActionButton ref={button} action={resubscribeNow}>
      {label}
    </ActionButton>
  )
}

function None() {
  return (
    <>
      <Text mb="md">
        You have no subscription. Your <TextLink to="/account/tokens">tokens</TextLink> pay for everything you do. See
        what the <TextLink to="/pricing">plans</TextLink> include.
      </Text>
      <Button component={Link} to="/subscribe" variant="default" style={{ alignSelf: 'start' }}>
        Subscribe
      </Button>
    </>
  )
}
