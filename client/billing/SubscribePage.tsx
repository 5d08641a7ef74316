import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import { subscribePage } from '../../domain/billing/api.ts'
import { SubscriptionPanel } from '../accounts/SubscriptionPanel.tsx'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Price } from './Price.tsx'

/** The plans that can be subscribed to, what one has, and the cards by which one may pay (BIL-21..BIL-23). */
export function SubscribePage() {
  const { products, payment_methods, subscription } = usePage(subscribePage)
  return (
    <>
      <PageHeading title="Subscribe" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mb="lg">
        {products.map(plan => (
          <Card key={plan.id} component="section" aria-label={plan.title}>
            <Title order={2} mb="xs">
              {plan.title}
            </Title>
            <Price plan={plan} />
            <Text>{plan.content}</Text>
          </Card>
        ))}
      </SimpleGrid>
      {subscription && <SubscriptionPanel subscription={subscription} />}
      {payment_methods.length > 0 && (
        <Card component="section" aria-labelledby="cards" mt="lg">
          <Title order={2} id="cards" mb="sm">
            Your cards
          </Title>
          {payment_methods.map(({ id, card, exp_month, exp_year }) => (
            <Text key={id}>
              {card.brand}, ending in {card.last4}, until {exp_month}/{exp_year}
            </Text>
          ))}
        </Card>
      )}
      <Text mt="lg" c="dimmed">
        Paying by card opens on this page soon.
      </Text>
    </>
  )
}
