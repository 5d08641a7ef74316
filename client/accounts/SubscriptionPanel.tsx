import { Anchor, Card, Text, Title } from '@mantine/core'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import type { accountPage } from '../../domain/accounts/api.ts'
import type { DataOf } from '../../domain/lib/page.ts'

type Subscription = NonNullable<DataOf<typeof accountPage>['subscription']>

export function SubscriptionPanel({ subscription }: { subscription: Subscription | null }) {
  return (
    <Card component="section" aria-labelledby="subscription">
      <Title order={2} id="subscription" mb="md">
        Subscription
      </Title>
      {subscription ? <Current subscription={subscription} /> : <None />}
    </Card>
  )
}

function Current({ subscription: { product, start_date, end_date } }: { subscription: Subscription }) {
  return (
    <>
      <Text fw={600}>{product}</Text>
      <Text>Since {dayjs(start_date).format('D MMMM YYYY')}</Text>
      {end_date && <Text mt="sm">Your subscription will end on {dayjs(end_date).format('D MMMM YYYY')}.</Text>}
    </>
  )
}

function None() {
  return (
    <Text>
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
  )
}
