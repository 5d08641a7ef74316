import { SimpleGrid, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { pricingPage } from '../../domain/billing/api.ts'
import { PERIOD_DAYS, planKeyOf } from '../../domain/billing/plans.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { displayedTokens, REDEEMED_USES, USES_PER_TOKEN, WELCOME_USES } from '../../domain/tokens/tokens.ts'
import { config } from '../lib/embedded.ts'
import { usePage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { ContactLink } from '../ui/links/ContactLink.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Prose } from '../ui/text/Prose.tsx'
import { FreeHut } from './FreeHut.tsx'
import { PlanCard } from './PlanCard.tsx'
import { PlanModal } from './PlanModal.tsx'

/** The plans side by side (BIL-19). `?expand=` opens the dialog of one plan (BIL-20). */
export function PricingPage() {
  const { products } = usePage(pricingPage)
  const current = useUser()?.subscription?.product_key
  const location = useLocation()
  const [expanded, setExpanded] = useState<string | null>(null)
  useEffect(() => {
    // Also runs when a link opens another plan, or the same one again, while the page is open.
    const asked = planKeyOf(new URLSearchParams(location.search).get('expand'))
    if (asked) setExpanded(asked)
  }, [location])
  if (config.is_free) return <FreeHut title="Pricing" />
  return (
    <>
      <PageHeading title="Pricing" />
      <Text size="lg" mb="xl" maw="44rem">
        You pay with tokens. One covers {USES_PER_TOKEN} goals, session joins, logs, notes, posts or messages. Everyone
        starts with {displayedTokens(WELCOME_USES)} free tokens. They cover {numberText(WELCOME_USES)} of these.
      </Text>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
        {products.map(plan => (
          <PlanCard
            key={plan.id}
            plan={plan}
            isCurrent={plan.key !== null && plan.key === current}
            onExpand={setExpanded}
          />
        ))}
      </SimpleGrid>
      <Questions />
      <PlanModal
        plan={products.find(({ key }) => key !== null && key === expanded)}
        onClose={() => setExpanded(null)}
      />
    </>
  )
}

/** Questions that people ask before they pay. */
function Questions() {
  return (
    <section aria-labelledby="questions" style={{ marginTop: '3rem' }}>
      <Title order={2} id="questions" mb="md">
        Questions
      </Title>
      <Prose>
        <h3>What do free tokens pay for?</h3>
        <p>
          Everything, including sessions. You get 10 when you register, and they never expire. While the shared pool has
          enough, you can also{' '}
          <TextLink to="/tokens" inherit>
            redeem {numberText(displayedTokens(REDEEMED_USES))} free tokens
          </TextLink>{' '}
          from it, once.
        </p>
        <h3>Why do 10 tokens cost more than a plan’s 30?</h3>
        <p>
          Tokens you buy never expire, and they pay for everything. A plan’s tokens last {PERIOD_DAYS} days and reset at
          each renewal.
        </p>
        <h3>When am I charged?</h3>
        <p>
          Now, and then every {PERIOD_DAYS} days until you cancel. You keep the plan and its tokens until the days you
          paid for are up. There are no refunds.
        </p>
        {config.contact && (
          <>
            <h3>Another question?</h3>
            <p>
              Write to <ContactLink address={config.contact} />.
            </p>
          </>
        )}
      </Prose>
    </section>
  )
}
