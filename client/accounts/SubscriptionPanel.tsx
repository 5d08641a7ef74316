import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router'
import type { accountPage } from '../../domain/accounts/api.ts'
import { endText } from '../../domain/billing/api.ts'
import { formatMoney } from '../../domain/billing/money.ts'
import { PERIOD_DAYS } from '../../domain/billing/plans.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { cancelPlan, resubscribe, SUBSCRIPTION_TOAST } from '../billing/billing.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { useFocusAfter } from '../ui/focus.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

type Account = DataOf<typeof accountPage>
type Subscription = NonNullable<Account['subscription']>
type Renewal = Account['renewal']

interface Props {
  subscription: Subscription | null
  renewal: Renewal
}

/** What one subscribes to, and cancelling or going on with it (BIL-30..BIL-33). */
export function SubscriptionPanel({ subscription, renewal }: Props) {
  return (
    <Card component="section" aria-labelledby="subscription">
      {/* Below what is said of it, when the address leads here. */}
      <Title order={2} id="subscription" mb="md" style={{ scrollMarginTop: '5rem' }}>
        Subscription
      </Title>
      {subscription ? <Current subscription={subscription} renewal={renewal} /> : <None />}
    </Card>
  )
}

const day = (date: string): string => dayjs(date).format('D MMMM YYYY')

function Current({ subscription, renewal }: { subscription: Subscription; renewal: Renewal }) {
  const { product, start_date, end_date, stripe_sub_status } = subscription
  const canCancel = stripe_sub_status === 'active' && end_date === null
  const canGoOn = stripe_sub_status === 'active' && end_date !== null
  return (
    <>
      <Text fw={600}>{product}</Text>
      <Text>Since {day(start_date)}</Text>
      {renewal?.renews_at && (
        <Text>
          {formatMoney(renewal.amount, renewal.currency)} every {PERIOD_DAYS} days, next on {day(renewal.renews_at)}
        </Text>
      )}
      {renewal?.failed && (
        <Text mt="sm" c="var(--mantine-color-error)">
          The renewal was declined on {day(renewal.failed.at)}.
          {renewal.failed.tokens_until && ` Your tokens stay until ${day(renewal.failed.tokens_until)}.`}{' '}
          {end_date === null
            ? 'Please choose or add another card; it is tried again by itself.'
            : 'It is not tried again. To go on, subscribe again.'}
        </Text>
      )}
      {end_date && <Text mt="sm">{endText(end_date)}</Text>}
      <Group mt="md">
        {canGoOn && <Resubscribe subscription={subscription} />}
        <Button component={Link} to="/subscribe" variant="default">
          Change plan
        </Button>
        {canCancel && <Cancel subscription={subscription} />}
      </Group>
    </>
  )
}

function Cancel({ subscription: { id, product } }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      <ConfirmModal
        opened={asking}
        title="Cancel your subscription?"
        confirm="Cancel subscription"
        keep="Keep it"
        onConfirm={async () => void toast.success(await cancelPlan(id), { id: SUBSCRIPTION_TOAST })}
        onClose={() => setAsking(false)}
      >
        {product} and its tokens stay until the {PERIOD_DAYS} days that you have paid for are over. There are no
        refunds.
      </ConfirmModal>
    </>
  )
}

function Resubscribe({ subscription: { product_key } }: { subscription: Subscription }) {
  const [busy, setBusy] = useState(false)
  const button = useFocusAfter<HTMLButtonElement>()
  async function goOn(): Promise<void> {
    setBusy(true)
    try {
      await resubscribe(product_key)
      toast.success('Your subscription goes on.', { id: SUBSCRIPTION_TOAST })
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button ref={button} loading={busy} onClick={() => void goOn()}>
      Resubscribe
    </Button>
  )
}

function None() {
  return (
    <>
      <Text mb="md">
        You have no subscription. Your{' '}
        <Anchor component={Link} to="/account/tokens">
          tokens
        </Anchor>{' '}
        pay for what you do. See what the{' '}
        <Anchor component={Link} to="/pricing">
          plans
        </Anchor>{' '}
        give.
      </Text>
      <Button component={Link} to="/subscribe" variant="default" style={{ alignSelf: 'start' }}>
        Subscribe
      </Button>
    </>
  )
}
