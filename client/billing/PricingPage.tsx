import { SimpleGrid, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { pricingPage } from '../../domain/billing/api.ts'
import { planKeyOf } from '../../domain/billing/plans.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { PlanCard } from './PlanCard.tsx'
import { PlanModal } from './PlanModal.tsx'

/** The plans side by side (BIL-19); `?expand=` opens the one that somebody was sent to (BIL-20). */
export function PricingPage() {
  const { products } = usePage(pricingPage)
  const location = useLocation()
  const [expanded, setExpanded] = useState<string | null>(null)
  useEffect(() => {
    // Also when somebody is sent to another one, or to the same again, while the page is open.
    const asked = planKeyOf(new URLSearchParams(location.search).get('expand'))
    if (asked) setExpanded(asked)
  }, [location])
  return (
    <>
      <PageHeading title="Pricing" />
      <Text size="lg" mb="xl" maw="44rem">
        Everything is paid with tokens: one covers 100 goals, session joins, logs, notes, posts or messages. Everybody
        starts with 10 free ones.
      </Text>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
        {products.map(plan => (
          <PlanCard key={plan.id} plan={plan} onExpand={setExpanded} />
        ))}
      </SimpleGrid>
      <PlanModal
        plan={products.find(({ key }) => key !== null && key === expanded)}
        onClose={() => setExpanded(null)}
      />
    </>
  )
}
